/* SPDX-License-Identifier: MIT
 *
 * The server behind a page: who asks for what, and who answers it. HTTP is libmicrohttpd's, with a
 * thread for each connection, so that whoever waits or is slow keeps nobody else waiting.
 */
#ifndef SERVE_SERVER_H
#define SERVE_SERVER_H

#include "serve/lab.h"

struct server_settings {
    const char *address; /* to listen on, in digits: "127.0.0.1" is for this machine only */
    int port;            /* 0: any that is free */
    bool port_is_a_wish; /* another one will do */
    const char *web;     /* the folder of the page */
    const char *lab;     /* the file of the lab's results */
    lab_results_json *results_json;
};

struct server;

/* The texts have to outlive the server. NULL and a sentence if it cannot be. */
struct server *server_start(const struct server_settings *settings, copse_message *why);

/* Ends all searches, says goodbye to all clients, and frees everything. */
void server_stop(struct server *server);

/* Where the page is, with its token: "http://127.0.0.1:8080/#token=...". */
const char *server_url(const struct server *server);

#endif
