/* SPDX-License-Identifier: MIT */
#include "tree/tree.h"

#include <string.h>

/* Enough nodes for the root and the longest block. */
static int bits_for(int longest)
{
    int bits = 10;
    while ((1 << bits) <= longest)
        bits++;
    return bits;
}

static size_t chunk_bytes(int bits)
{
    return ((size_t)1 << bits) * sizeof(cop_tree_node);
}

static size_t list_bytes(int longest)
{
    return ((size_t)longest + 1) * sizeof(cop_link);
}

size_t cop_tree_least_bytes(int longest)
{
    return list_bytes(longest) + chunk_bytes(bits_for(longest)) + sizeof(cop_tree_node *);
}

bool cop_tree_init(cop_tree *tree, const copse_allocator *allocator, int longest, size_t bytes)
{
    int bits = bits_for(longest);
    uint64_t most = (bytes - list_bytes(longest)) / (chunk_bytes(bits) + sizeof(cop_tree_node *));
    uint64_t all_links = ((uint64_t)1 << (32 - bits)) - 1; /* so that `next` never wraps */
    *tree = (cop_tree){.allocator = allocator, .longest = longest, .chunk_bits = bits};
    tree->chunk_most = (uint32_t)(most > all_links ? all_links : most);
    tree->chunks = cop_memory_new(allocator, tree->chunk_most * sizeof *tree->chunks);
    tree->free_blocks = cop_memory_new(allocator, list_bytes(longest));
    if (tree->chunks != NULL && tree->free_blocks != NULL)
        tree->chunks[0] = cop_memory_new(allocator, chunk_bytes(bits));
    if (tree->chunks == NULL || tree->free_blocks == NULL || tree->chunks[0] == NULL) {
        cop_tree_free(tree);
        return false;
    }
    tree->chunk_count = 1;
    cop_tree_clear(tree);
    return true;
}

void cop_tree_free(cop_tree *tree)
{
    for (uint32_t i = 0; i < tree->chunk_count; i++)
        cop_memory_free(tree->allocator, tree->chunks[i], chunk_bytes(tree->chunk_bits));
    cop_memory_free(tree->allocator, tree->chunks, tree->chunk_most * sizeof *tree->chunks);
    cop_memory_free(tree->allocator, tree->free_blocks, list_bytes(tree->longest));
    *tree = (cop_tree){0};
}

void cop_tree_clear(cop_tree *tree)
{
    memset(tree->free_blocks, 0, list_bytes(tree->longest));
    tree->next = 1;
    tree->nodes = 1;
    *cop_tree_root(tree) = (cop_tree_node){.move = COPSE_NO_MOVE};
}

static void put_free(cop_tree *tree, cop_link first, int length)
{
    cop_tree_at(tree, first)->children = tree->free_blocks[length];
    tree->free_blocks[length] = first;
}

static cop_link take_free(cop_tree *tree, int length)
{
    cop_link first = tree->free_blocks[length];
    if (first != COP_NO_LINK)
        tree->free_blocks[length] = cop_tree_at(tree, first)->children;
    return first;
}

/* A block that was never used: of the last chunk, or of a new one. What is left of a chunk when a
 * block does not fit any more goes to the free blocks. */
static cop_link take_fresh(cop_tree *tree, uint32_t count)
{
    uint32_t size = 1u << tree->chunk_bits, in_chunk = tree->next & (size - 1);
    uint32_t left = in_chunk == 0 ? 0 : size - in_chunk;
    if (left < count) {
        uint32_t chunk = (tree->next + size - 1) >> tree->chunk_bits;
        if (chunk >= tree->chunk_most)
            return COP_NO_LINK;
        if (chunk >= tree->chunk_count) {
            cop_tree_node *fresh = cop_memory_new(tree->allocator, chunk_bytes(tree->chunk_bits));
            if (fresh == NULL)
                return COP_NO_LINK;
            tree->chunks[chunk] = fresh;
            tree->chunk_count = chunk + 1;
        }
        if (left > 0) {
            int length = left < (uint32_t)tree->longest ? (int)left : tree->longest;
            put_free(tree, tree->next, length);
        }
        tree->next = chunk << tree->chunk_bits;
    }
    cop_link first = tree->next;
    tree->next += count;
    return first;
}

/* The front of a longer free block; the rest of it stays free. */
static cop_link split_free(cop_tree *tree, int count)
{
    for (int length = count + 1; length <= tree->longest; length++) {
        cop_link first = take_free(tree, length);
        if (first != COP_NO_LINK) {
            put_free(tree, first + (cop_link)count, length - count);
            return first;
        }
    }
    return COP_NO_LINK;
}

bool cop_tree_grow(cop_tree *tree, cop_tree_node *node, int count)
{
    cop_link first = take_free(tree, count);
    if (first == COP_NO_LINK)
        first = take_fresh(tree, (uint32_t)count);
    if (first == COP_NO_LINK)
        first = split_free(tree, count);
    if (first == COP_NO_LINK)
        return false;
    memset(cop_tree_at(tree, first), 0, (size_t)count * sizeof(cop_tree_node));
    tree->nodes += (uint64_t)count;
    node->children = first;
    node->count = (unsigned)count & 4095;
    node->cursor = 0;
    return true;
}

void cop_tree_prune(cop_tree *tree, cop_tree_node *node)
{
    if (node->children == COP_NO_LINK)
        return;
    cop_tree_node *child = cop_tree_at(tree, node->children);
    for (int i = 0; i < cop_tree_produced(node); i++)
        cop_tree_prune(tree, &child[i]);
    put_free(tree, node->children, (int)node->count);
    tree->nodes -= node->count;
    node->children = COP_NO_LINK;
    node->count = 0;
    node->cursor = 0;
    node->whole = false;
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
            child[i].children = COP_NO_LINK; /* so that pruning the root leaves it alone */
            child[i].cursor = 0;
            child[i].whole = false;
        }
    cop_tree_prune(tree, root);
    *root = kept;
}

size_t cop_tree_bytes(const cop_tree *tree)
{
    return tree->chunk_count * chunk_bytes(tree->chunk_bits) +
           tree->chunk_most * sizeof *tree->chunks + list_bytes(tree->longest);
}
