/*
 * A native addon that has work for the pool, when it is loaded: three jobs asked of libuv directly, two through
 * Node-API. Declares what it uses, so that it needs no header of Node.
 */
#include <stddef.h>

typedef struct napi_env_s *napi_env;
typedef struct napi_value_s *napi_value;
typedef struct napi_async_work_s *napi_async_work;
typedef struct { _Alignas(8) char bytes[256]; } job; /* a uv_work_t has 128 */

extern int uv_queue_work(void *loop, job *request, void (*work)(job *), void (*after)(job *, int));
extern int napi_get_uv_event_loop(napi_env env, void **loop);
extern int napi_create_string_utf8(napi_env env, const char *text, size_t length, napi_value *result);
extern int napi_create_async_work(napi_env env, napi_value resource, napi_value name,
                                  void (*execute)(napi_env, void *), void (*complete)(napi_env, int, void *),
                                  void *data, napi_async_work *result);
extern int napi_queue_async_work(napi_env env, napi_async_work work);

static job jobs[3];

static void work(job *request) { (void)request; }
static void after(job *request, int status) { (void)request; (void)status; }
static void execute(napi_env env, void *data) { (void)env; (void)data; }
static void complete(napi_env env, int status, void *data) { (void)env; (void)status; (void)data; }

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  void *loop;
  napi_value name;
  napi_async_work queued;
  napi_get_uv_event_loop(env, &loop);
  for (int index = 0; index < 3; index++) uv_queue_work(loop, &jobs[index], work, after);
  napi_create_string_utf8(env, "look", 4, &name);
  for (int index = 0; index < 2; index++) {
    napi_create_async_work(env, NULL, name, execute, complete, NULL, &queued);
    napi_queue_async_work(env, queued);
  }
  return exports;
}
