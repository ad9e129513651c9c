/* SPDX-License-Identifier: MIT */
#include "tree/tree.h"

#include <string.h>

/* So many nodes at a time go to a processor's store, or as many as the longest block has. */
enum { SLAB = 512 };

static size_t list_bytes(int longest)
{
    return ((size_t)longest + 1) * sizeof(cop_link);
}

/* The root and its children, and some more where they are few: less is no tree to search. */
size_t cop_tree_least_bytes(int longest)
{
    size_t nodes = longest < 1023 ? 1024 : (size_t)longest + 1;
    return list_bytes(longest) + nodes * sizeof(cop_tree_node);
}

bool cop_tree_init(cop_tree *tree, const copse_allocator *allocator, int longest, size_t bytes)
{
    uint64_t fits = (bytes - list_bytes(longest)) / sizeof(cop_tree_node);
    *tree = (cop_tree){.allocator = allocator, .longest = longest};
    tree->capacity = fits < UINT32_MAX ? (uint32_t)fits : UINT32_MAX;
    tree->nodes = cop_memory_new(allocator, (size_t)tree->capacity * sizeof *tree->nodes);
    tree->store.free_blocks = cop_memory_new(allocator, list_bytes(longest));
    if (tree->nodes == NULL || tree->store.free_blocks == NULL) {
        cop_tree_free(tree);
        return false;
    }
    cop_tree_clear(tree);
    return true;
}

void cop_tree_free(cop_tree *tree)
{
    cop_memory_free(tree->allocator, tree->nodes, (size_t)tree->capacity * sizeof *tree->nodes);
    cop_memory_free(tree->allocator, tree->store.free_blocks, list_bytes(tree->longest));
    *tree = (cop_tree){0};
}

void cop_tree_clear(cop_tree *tree)
{
    cop_tree_store *store = &tree->store;
    memset(store->free_blocks, 0, list_bytes(tree->longest));
    tree->next = store->next = store->end = 1;
    store->nodes = 1;
    *cop_tree_root(tree) = (cop_tree_node){.move = COPSE_NO_MOVE};
}

/* --------------------------------------------------------------------------------------- blocks */

static void put_free(cop_tree *tree, cop_tree_store *store, cop_link first, int length)
{
    cop_tree_at(tree, first)->children = store->free_blocks[length];
    store->free_blocks[length] = first;
}

static inline cop_link take_free(cop_tree *tree, cop_tree_store *store, int length)
{
    cop_link first = store->free_blocks[length];
    if (first != COP_NO_LINK)
        store->free_blocks[length] = cop_tree_at(tree, first)->children;
    return first;
}

/* What was never given out goes to the free blocks. */
static void free_the_rest(cop_tree *tree, cop_tree_store *store)
{
    while (store->next < store->end) {
        uint32_t left = store->end - store->next;
        int length = left < (uint32_t)tree->longest ? (int)left : tree->longest;
        put_free(tree, store, store->next, length);
        store->next += (cop_link)length;
    }
}

/* Makes what was never given out large enough for `count` nodes. */
static bool take_slab(cop_tree *tree, cop_tree_store *store, uint32_t count)
{
    uint32_t wanted = count > SLAB ? count : SLAB;
    cop_link first = __atomic_load_n(&tree->next, __ATOMIC_RELAXED), end;
    do {
        uint32_t left = tree->capacity - first;
        uint32_t joined = first == store->end ? store->end - store->next : 0;
        if (left + joined < count)
            return false;
        end = first + (left < wanted ? left : wanted);
    } while (!__atomic_compare_exchange_n(&tree->next, &first, end, false, __ATOMIC_RELAXED,
                                          __ATOMIC_RELAXED));
    if (first != store->end) {
        free_the_rest(tree, store);
        store->next = first;
    }
    store->end = end;
    return true;
}

static inline cop_link take_fresh(cop_tree *tree, cop_tree_store *store, uint32_t count)
{
    if (store->end - store->next < count && !take_slab(tree, store, count))
        return COP_NO_LINK;
    cop_link first = store->next;
    store->next += count;
    return first;
}

/* The front of a longer free block; the rest of it stays free. */
static cop_link split_free(cop_tree *tree, cop_tree_store *store, int count)
{
    for (int length = count + 1; length <= tree->longest; length++) {
        cop_link first = take_free(tree, store, length);
        if (first != COP_NO_LINK) {
            put_free(tree, store, first + (cop_link)count, length - count);
            return first;
        }
    }
    return COP_NO_LINK;
}

/* A free block of at least `count` nodes moves from the tree's own store to a processor's: a long
 * one, so that this is rare. */
static bool restock(cop_tree *tree, cop_tree_store *store, int count)
{
    cop_link first = COP_NO_LINK;
    int length = tree->longest;
    if (store == &tree->store)
        return false;
    while (__atomic_test_and_set(&tree->restocking, __ATOMIC_ACQUIRE)) {
    }
    free_the_rest(tree, &tree->store);
    for (; length >= count; length--)
        if ((first = take_free(tree, &tree->store, length)) != COP_NO_LINK)
            break;
    __atomic_clear(&tree->restocking, __ATOMIC_RELEASE);
    if (first == COP_NO_LINK)
        return false;
    put_free(tree, store, first, length);
    return true;
}

cop_link cop_tree_take(cop_tree *tree, cop_tree_store *store, int count)
{
    cop_link first = take_free(tree, store, count);
    if (first == COP_NO_LINK)
        first = take_fresh(tree, store, (uint32_t)count);
    if (first == COP_NO_LINK) {
        free_the_rest(tree, store);
        first = take_free(tree, store, count);
    }
    if (first == COP_NO_LINK)
        first = split_free(tree, store, count);
    if (first == COP_NO_LINK && restock(tree, store, count)) {
        first = take_free(tree, store, count);
        if (first == COP_NO_LINK)
            first = split_free(tree, store, count);
    }
    if (first != COP_NO_LINK)
        store->nodes += (uint64_t)count;
    return first;
}

/* For the time being all free nodes are marked with a flag that no other has while nobody works. */
void cop_tree_tidy(cop_tree *tree)
{
    cop_tree_store *store = &tree->store;
    for (int length = 1; length <= tree->longest; length++) {
        cop_link first;
        while ((first = take_free(tree, store, length)) != COP_NO_LINK)
            for (int i = 0; i < length; i++)
                cop_tree_at(tree, first)[i].state = COP_TAKEN;
    }
    for (cop_link first = 1; first < tree->next; first++) {
        int length = 0;
        while (length < tree->longest && first + (cop_link)length < tree->next &&
               cop_tree_at(tree, first)[length].state == COP_TAKEN)
            cop_tree_at(tree, first)[length++].state = 0;
        if (length == 0)
            continue;
        put_free(tree, store, first, length);
        first += (cop_link)length - 1;
    }
}

bool cop_tree_store_init(cop_tree *tree, cop_tree_store *store)
{
    *store =
        (cop_tree_store){.free_blocks = cop_memory_new(tree->allocator, list_bytes(tree->longest))};
    return store->free_blocks != NULL;
}

void cop_tree_store_free(cop_tree *tree, cop_tree_store *store)
{
    cop_tree_store *own = &tree->store;
    if (store->free_blocks == NULL)
        return;
    free_the_rest(tree, store);
    for (int length = 1; length <= tree->longest; length++) {
        cop_link first;
        while ((first = take_free(tree, store, length)) != COP_NO_LINK)
            put_free(tree, own, first, length);
    }
    own->nodes += store->nodes;
    cop_memory_free(tree->allocator, store->free_blocks, list_bytes(tree->longest));
    *store = (cop_tree_store){0};
}

/* ---------------------------------------------------------------------------------------- nodes */

bool cop_tree_grow(cop_tree *tree, cop_tree_node *node, int count)
{
    cop_link first = cop_tree_take(tree, &tree->store, count);
    if (first == COP_NO_LINK)
        return false;
    node->children = first;
    node->shape = (uint32_t)count | cop_node_kind(node) << COP_KIND_SHIFT;
    return true;
}

static void make_leaf(cop_tree_node *node)
{
    node->children = COP_NO_LINK;
    node->shape = cop_node_kind(node) << COP_KIND_SHIFT;
    node->state &= ~(uint32_t)COP_WHOLE;
}

void cop_tree_prune(cop_tree *tree, cop_tree_node *node)
{
    if (node->children == COP_NO_LINK)
        return;
    cop_tree_node *child = cop_tree_at(tree, node->children);
    int count = cop_node_count(node), produced = cop_tree_produced(node);
    for (int i = 0; i < produced; i++)
        cop_tree_prune(tree, &child[i]);
    put_free(tree, &tree->store, node->children, count);
    tree->store.nodes -= (uint64_t)count;
    make_leaf(node);
}

void cop_tree_descend(cop_tree *tree, copse_move move)
{
    cop_tree_node *root = cop_tree_root(tree);
    cop_tree_node kept = {.move = move};
    int produced = cop_tree_produced(root);
    cop_tree_node *child = produced == 0 ? NULL : cop_tree_at(tree, root->children);
    for (int i = 0; i < produced; i++)
        if (child[i].move == move) {
            kept = child[i];
            make_leaf(&child[i]); /* so that pruning the root leaves it alone */
        }
    cop_tree_prune(tree, root);
    *root = kept;
}

size_t cop_tree_bytes(const cop_tree *tree)
{
    cop_link waiting = tree->store.end - tree->store.next;
    return (size_t)(tree->next - waiting) * sizeof(cop_tree_node) + list_bytes(tree->longest);
}

size_t cop_tree_bytes_in_use(const cop_tree *tree)
{
    return (size_t)cop_tree_nodes(tree) * sizeof(cop_tree_node) + list_bytes(tree->longest);
}
