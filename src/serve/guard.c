/* SPDX-License-Identifier: MIT */
#include "serve/guard.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/random.h>

static bool is_address(const char *text)
{
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
}

static bool make_token(char token[GUARD_TOKEN_SIZE])
{
    unsigned char random[GUARD_TOKEN_BYTES];
    if (getrandom(random, sizeof random, 0) != (ssize_t)sizeof random)
        return false;
    for (size_t i = 0; i < sizeof random; i++)
        snprintf(token + 2 * i, 3, "%02x", random[i]);
    return true;
}

bool guard_init(struct guard *guard, const char *address, copse_message *why)
{
    *guard = (struct guard){.port = 0};
    if (strlen(address) >= sizeof guard->address || !is_address(address)) {
        snprintf(why->text, sizeof why->text,
                 "'%.60s' is no address in digits, such as 127.0.0.1, 0.0.0.0 or ::1", address);
        return false;
    }
    snprintf(guard->address, sizeof guard->address, "%s", address);
    guard->everywhere = strcmp(address, "0.0.0.0") == 0 || strcmp(address, "::") == 0;
    if (!make_token(guard->token)) {
        snprintf(why->text, sizeof why->text, "the system gives no random numbers for a token");
        return false;
    }
    return true;
}

bool guard_knows(const struct guard *guard, const char *token)
{
    unsigned char different = 0;
    if (token == NULL || strlen(token) != sizeof guard->token - 1)
        return false;
    for (size_t i = 0; i + 1 < sizeof guard->token; i++)
        different |= (unsigned char)((unsigned char)token[i] ^ (unsigned char)guard->token[i]);
    return different == 0;
}

/* The name without its port, and without the brackets of a longer address; false if the port is
 * not the server's. */
static bool split_host(const struct guard *guard, const char *host, char *name, size_t size)
{
    bool bracket = host[0] == '[';
    const char *start = host + bracket, *end = strchr(start, bracket ? ']' : ':');
    char port[16];
    if (end == NULL || (size_t)(end - start) >= size)
        return false;
    snprintf(name, size, "%.*s", (int)(end - start), start);
    snprintf(port, sizeof port, ":%d", guard->port);
    return strcmp(end + bracket, port) == 0;
}

bool guard_is_host(const struct guard *guard, const char *host)
{
    char name[GUARD_ADDRESS];
    if (host == NULL || !split_host(guard, host, name, sizeof name))
        return false;
    return strcasecmp(name, "localhost") == 0 || strcmp(name, "127.0.0.1") == 0 ||
           strcmp(name, "::1") == 0 || strcasecmp(name, guard->address) == 0 ||
           (guard->everywhere && is_address(name)); /* no name that somebody else could own */
}

bool guard_is_origin(const struct guard *guard, const char *origin)
{
    static const char scheme[] = "http://";
    size_t length = sizeof scheme - 1;
    return strncmp(origin, scheme, length) == 0 && guard_is_host(guard, origin + length);
}
