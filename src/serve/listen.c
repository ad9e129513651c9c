/* SPDX-License-Identifier: MIT */
#include "serve/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 256 };

union address {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
};

static socklen_t make_address(union address *address, const char *text, int port)
{
    memset(address, 0, sizeof *address);
    if (inet_pton(AF_INET, text, &address->four.sin_addr) == 1) {
        address->four.sin_family = AF_INET;
        address->four.sin_port = htons((uint16_t)port);
        return sizeof address->four;
    }
    if (inet_pton(AF_INET6, text, &address->six.sin6_addr) != 1)
        return 0;
    address->six.sin6_family = AF_INET6;
    address->six.sin6_port = htons((uint16_t)port);
    return sizeof address->six;
}

static int fail(int file, const char *address, int port, copse_message *why)
{
    const char *reason = errno == EADDRINUSE ? "somebody else listens there; --port 0 takes a port "
                                               "that is free"
                         : errno == EACCES ? "that port is not for everybody; take one from 1024 on"
                                           : strerror(errno);
    snprintf(why->text, sizeof why->text, "address %.60s, port %d: %.200s", address, port, reason);
    if (file >= 0)
        close(file);
    return -1;
}

int listen_on(const char *address, int *port, copse_message *why)
{
    union address place;
    int on = 1;
    socklen_t size = make_address(&place, address, *port);
    errno = EINVAL;
    int file = size > 0 ? socket(place.any.sa_family, SOCK_STREAM, 0) : -1;
    if (file < 0 || fcntl(file, F_SETFD, FD_CLOEXEC) != 0 ||
        setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) != 0 ||
        bind(file, &place.any, size) != 0 || listen(file, BACKLOG) != 0 ||
        getsockname(file, &place.any, &size) != 0)
        return fail(file, address, *port, why);
    *port = ntohs(place.any.sa_family == AF_INET ? place.four.sin_port : place.six.sin6_port);
    return file;
}
