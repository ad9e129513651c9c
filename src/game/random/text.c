/* SPDX-License-Identifier: MIT
 *
 * The text of a random tree, or of a node in one: name=value, separated by commas, in any order.
 * A node inside is given by `path=` from the root or, since a position does not remember its path,
 * written as `node=depth.state.index.value.children`. */
#include "game/random/random.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* What the text has said so far. A number that is -1 has not been given. */
typedef struct reader {
    int64_t branching, least, depth, work;
    int shape, generator;
    bool seeded;
    uint64_t seed;
    cop_span path, node;
    copse_message *why;
} reader;

static copse_status bad(const reader *r, cop_span name, cop_span value, const char *remedy)
{
    return cop_say(r->why, COPSE_BAD_POSITION, "random tree, %.*s='%.*s': %s", cop_span_quote(name),
                   name.start, cop_span_quote(value), value.start, remedy);
}

static copse_status read_number(reader *r, cop_span name, cop_span value, int64_t least,
                                int64_t most, int64_t *number)
{
    if (cop_span_number(value, least, most, number))
        return COPSE_OK;
    char remedy[80];
    int length = 0;
    cop_append(remedy, sizeof remedy, &length, "a whole number from %" PRId64 " to %" PRId64, least,
               most);
    return bad(r, name, value, remedy);
}

static copse_status read_choice(reader *r, cop_span name, cop_span value, const char *choices,
                                int *choice)
{
    int found = cop_span_choice(value, choices);
    if (found < 0) {
        char remedy[80];
        int length = 0;
        cop_append(remedy, sizeof remedy, &length, "one of %s", choices);
        return bad(r, name, value, remedy);
    }
    *choice = found;
    return COPSE_OK;
}

static copse_status read_pair(reader *r, cop_span name, cop_span value)
{
    if (cop_span_is(name, "branching"))
        return read_number(r, name, value, 2, 100, &r->branching);
    if (cop_span_is(name, "least"))
        return read_number(r, name, value, 0, 100, &r->least);
    if (cop_span_is(name, "depth"))
        return read_number(r, name, value, 0, cop_random_most_depth(SHAPE_RANDOM), &r->depth);
    if (cop_span_is(name, "work"))
        return read_number(r, name, value, 0, UINT32_MAX, &r->work);
    if (cop_span_is(name, "shape"))
        return read_choice(r, name, value, "uniform|random|narrow", &r->shape);
    if (cop_span_is(name, "generator"))
        return read_choice(r, name, value, "hash|korf", &r->generator);
    if (cop_span_is(name, "path")) {
        r->path = value;
        return COPSE_OK;
    }
    if (cop_span_is(name, "node")) {
        r->node = value;
        return COPSE_OK;
    }
    if (cop_span_is(name, "seed")) {
        r->seeded = true;
        return cop_span_unsigned(value, INT64_MAX, &r->seed)
                   ? COPSE_OK
                   : bad(r, name, value, "a whole number from 0 to 9223372036854775807");
    }
    return cop_say(r->why, COPSE_BAD_POSITION,
                   "random tree: no setting '%.*s'; there are: branching, shape, least, depth, "
                   "seed, generator, work, path, node",
                   cop_span_quote(name), name.start);
}

/* The settings among each other, and into the position. */
static copse_status settle(const reader *r, random_position *node)
{
    bool narrow = r->shape == SHAPE_NARROW;
    if (narrow && r->generator == GENERATOR_KORF)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree: shape=narrow needs generator=hash");
    if (narrow && r->branching >= 0 && r->branching != NARROW_MOST)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree, branching=%" PRId64
                       ": shape=narrow has 1 to %d children: leave branching out",
                       r->branching, NARROW_MOST);
    if (r->least >= 0 && r->shape != SHAPE_RANDOM)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree, least=%" PRId64 ": only with shape=random", r->least);
    int64_t branching = narrow ? NARROW_MOST : r->branching < 0 ? 10 : r->branching;
    int64_t least = r->least < 0 ? 1 : r->least;
    if (least > branching)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree, least=%" PRId64 ": at most branching, which is %" PRId64,
                       least, branching);
    int most_depth = cop_random_most_depth(r->shape);
    if (r->depth > most_depth)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree, depth=%" PRId64 ": at most %d with shape=narrow", r->depth,
                       most_depth);
    if (r->generator == GENERATOR_KORF && r->seed > UINT32_MAX)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree, seed=%" PRIu64 ": at most 4294967295 with generator=korf",
                       r->seed);
    *node = (random_position){
        .work = r->work < 0 ? 0 : (uint32_t)r->work,
        .limit = (uint16_t)(r->depth < 0 ? most_depth : r->depth),
        .branching = (uint8_t)branching,
        .least = (uint8_t)least,
        .shape = (uint8_t)r->shape,
        .generator = (uint8_t)r->generator,
    };
    return COPSE_OK;
}

static copse_status follow_path(const reader *r, random_position *node)
{
    cop_span rest = r->path, part;
    while (cop_span_next(&rest, '.', &part)) {
        int64_t k;
        if (!cop_span_number(part, 1, node->children, &k))
            return cop_say(r->why, COPSE_BAD_POSITION,
                           "random tree, path, ply %d: '%.*s': the number of a child, 1 to %d",
                           node->depth + 1, cop_span_quote(part), part.start, node->children);
        random_position child;
        cop_random_child(node, (uint32_t)k, &child);
        *node = child;
    }
    return COPSE_OK;
}

static copse_status read_node(const reader *r, random_position *node)
{
    cop_span rest = r->node, part[5] = {{0}}, extra;
    int parts = 0;
    while (parts < 5 && cop_span_next(&rest, '.', &part[parts]))
        parts++;
    int64_t depth, value, children;
    uint64_t state, index;
    uint64_t most_state = node->generator == GENERATOR_KORF ? UINT32_MAX : UINT64_MAX;
    bool fine = parts == 5 && !cop_span_next(&rest, '.', &extra) &&
                cop_span_number(part[0], 1, node->limit, &depth) &&
                cop_span_unsigned(part[1], most_state, &state) &&
                cop_span_unsigned(part[2], UINT32_MAX, &index) &&
                cop_span_number(part[3], INT32_MIN, INT32_MAX, &value) &&
                cop_span_number(part[4], 0, node->branching, &children);
    if (fine) {
        node->depth = (uint16_t)depth;
        int64_t most = cop_random_most_value(node);
        fine = value >= -most && value <= most && (children == 0 || depth < node->limit);
    }
    if (!fine)
        return cop_say(r->why, COPSE_BAD_POSITION,
                       "random tree, node='%.*s': depth.state.index.value.children of a node of "
                       "this tree, as copse writes it",
                       cop_span_quote(r->node), r->node.start);
    node->state = state;
    node->index = (uint32_t)index;
    node->value = (int32_t)value;
    node->children = (uint8_t)children;
    return COPSE_OK;
}

copse_status cop_random_from_text(const copse_game *game, const char *text, void *position,
                                  copse_message *why)
{
    (void)game;
    reader r = {.branching = -1,
                .least = -1,
                .depth = -1,
                .work = -1,
                .seed = 1,
                .shape = SHAPE_UNIFORM,
                .why = why};
    cop_span rest = cop_span_of(text), part, name, value;
    uint32_t seen = 0;
    while (cop_span_next(&rest, ',', &part)) {
        if (!cop_span_pair(part, &name, &value))
            return cop_say(why, COPSE_BAD_POSITION,
                           "random tree: '%.*s': name=value, as in branching=10,seed=1",
                           cop_span_quote(part), part.start);
        copse_status status = read_pair(&r, name, value);
        if (status != COPSE_OK)
            return status;
        char key[12] = {0};
        memcpy(key, name.start, name.length < sizeof key ? name.length : sizeof key - 1);
        int which = cop_span_choice(cop_span_of(key),
                                    "branching|least|depth|work|shape|generator|path|node|seed");
        if ((seen >> which & 1) != 0)
            return cop_say(why, COPSE_BAD_POSITION, "random tree: %s is given twice", key);
        seen |= 1u << which;
    }
    random_position node;
    copse_status status = settle(&r, &node);
    if (status != COPSE_OK)
        return status;
    if (r.node.start != NULL && (r.path.start != NULL || r.seeded))
        return cop_say(why, COPSE_BAD_POSITION,
                       "random tree: node= takes the place of seed= and path=");
    if (r.node.start != NULL) {
        status = read_node(&r, &node);
    } else {
        cop_random_root(&node, r.seed);
        if (r.path.start != NULL)
            status = follow_path(&r, &node);
    }
    if (status == COPSE_OK)
        memcpy(position, &node, sizeof node);
    return status;
}

int cop_random_to_text(const copse_game *game, const void *position, char *text, size_t size)
{
    (void)game;
    static const char *const shapes[] = {"uniform", "random", "narrow"};
    const random_position *node = position;
    int length = 0;
    if (node->shape != SHAPE_NARROW)
        cop_append(text, size, &length, "branching=%d,", node->branching);
    cop_append(text, size, &length, "shape=%s", shapes[node->shape]);
    if (node->shape == SHAPE_RANDOM && node->least != 1)
        cop_append(text, size, &length, ",least=%d", node->least);
    if (node->limit != cop_random_most_depth(node->shape))
        cop_append(text, size, &length, ",depth=%d", node->limit);
    if (node->generator == GENERATOR_KORF)
        cop_append(text, size, &length, ",generator=korf");
    if (node->work != 0)
        cop_append(text, size, &length, ",work=%" PRIu32, node->work);
    if (node->depth == 0)
        cop_append(text, size, &length, ",seed=%" PRIu64, cop_random_seed_of_root(node));
    else
        cop_append(text, size, &length, ",node=%d.%" PRIu64 ".%" PRIu32 ".%" PRId32 ".%d",
                   node->depth, node->state, node->index, node->value, node->children);
    return length;
}
