/* SPDX-License-Identifier: MIT */
#include "lab/random_order.h"

#include <math.h>

/* Lemma 3: one by the binomial coefficient of (i - 1) f + (j - 1) / d over (i - 1) f. */
static double lemma_3(int i, int j, int d, int f)
{
    double coefficient = 1;
    for (int m = 1; m <= (i - 1) * f; m++)
        coefficient *= (m + (double)(j - 1) / d) / m;
    return 1 / coefficient;
}

/* The matrix of theorem 4. */
struct matrix {
    int d;
    double m[RANDOM_ORDER_MOST][RANDOM_ORDER_MOST];
};

static void make_matrix(int d, int f, struct matrix *matrix)
{
    matrix->d = d;
    for (int i = 0; i < d; i++) {
        for (int j = 0; j < d; j++)
            matrix->m[i][j] = sqrt(lemma_3(i + 1, j + 1, d, f));
    }
}

/* Equations (4). */
static void multiply(const struct matrix *matrix, double c[RANDOM_ORDER_MOST])
{
    double product[RANDOM_ORDER_MOST];
    for (int i = 0; i < matrix->d; i++) {
        product[i] = 0;
        for (int j = 0; j < matrix->d; j++)
            product[i] += matrix->m[i][j] * c[j];
    }
    for (int i = 0; i < matrix->d; i++)
        c[i] = product[i];
}

static void ones(double c[RANDOM_ORDER_MOST])
{
    for (int i = 0; i < RANDOM_ORDER_MOST; i++)
        c[i] = 1;
}

/* By powers: all elements of the matrix are positive, so that the largest eigenvalue soon prevails
 * and every row grows by it. The others are much smaller: 64 times are enough for all digits. */
double random_order_eigenvalue(int d, int f)
{
    enum { POWERS = 64 };
    struct matrix matrix;
    double c[RANDOM_ORDER_MOST], growth = 1;
    make_matrix(d, f, &matrix);
    ones(c);
    for (int n = 0; n < POWERS; n++) {
        multiply(&matrix, c);
        growth = c[0]; /* it was 1 */
        for (int i = d - 1; i >= 0; i--)
            c[i] /= growth;
    }
    return growth;
}

double random_order_bound(int d, int f, int h)
{
    struct matrix matrix;
    double c[RANDOM_ORDER_MOST];
    make_matrix(d, f, &matrix);
    ones(c);
    for (int n = 0; n < h; n++)
        multiply(&matrix, c);
    return pow(f, h) * c[0];
}
