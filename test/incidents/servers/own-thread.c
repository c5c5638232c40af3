/*
 * A library with one thread of its own, as a database with one writer has: each job of the pool hands its work over, and waits
 * until that thread has done it. Declares what it uses, so that it needs no header of Node.
 */
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

typedef struct napi_env_s *napi_env;
typedef struct napi_value_s *napi_value;
typedef struct napi_deferred_s *napi_deferred;
typedef struct napi_async_work_s *napi_async_work;
typedef struct napi_callback_info_s *napi_callback_info;

extern int napi_create_string_utf8(napi_env env, const char *text, size_t length, napi_value *result);
extern int napi_create_function(napi_env env, const char *name, size_t length,
                                napi_value (*callback)(napi_env, napi_callback_info), void *data, napi_value *result);
extern int napi_create_promise(napi_env env, napi_deferred *deferred, napi_value *promise);
extern int napi_resolve_deferred(napi_env env, napi_deferred deferred, napi_value value);
extern int napi_create_async_work(napi_env env, napi_value resource, napi_value name,
                                  void (*execute)(napi_env, void *), void (*complete)(napi_env, int, void *),
                                  void *data, napi_async_work *result);
extern int napi_queue_async_work(napi_env env, napi_async_work work);
extern int napi_delete_async_work(napi_env env, napi_async_work work);
extern int napi_get_undefined(napi_env env, napi_value *result);

typedef struct task {
  struct task *next;
  int is_done;
  napi_deferred deferred;
  napi_async_work work;
} task;

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static pthread_cond_t written = PTHREAD_COND_INITIALIZER;
static task *first, *last;

static void compute(void) {
  struct timespec start, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while ((now.tv_sec - start.tv_sec) * 1000000000L + now.tv_nsec - start.tv_nsec < 3000000L);
}

static void *writer(void *unused) {
  (void)unused;
  pthread_setname_np(pthread_self(), "writer");
  for (;;) {
    pthread_mutex_lock(&mutex);
    while (!first) pthread_cond_wait(&arrived, &mutex);
    task *next = first;
    first = next->next;
    if (!first) last = NULL;
    pthread_mutex_unlock(&mutex);
    compute();
    pthread_mutex_lock(&mutex);
    next->is_done = 1;
    pthread_cond_broadcast(&written);
    pthread_mutex_unlock(&mutex);
  }
  return NULL;
}

static void execute(napi_env env, void *data) {
  (void)env;
  task *own = data;
  pthread_mutex_lock(&mutex);
  if (last) last->next = own; else first = own;
  last = own;
  pthread_cond_signal(&arrived);
  while (!own->is_done) pthread_cond_wait(&written, &mutex);
  pthread_mutex_unlock(&mutex);
}

static void complete(napi_env env, int status, void *data) {
  (void)status;
  task *own = data;
  napi_value nothing;
  napi_get_undefined(env, &nothing);
  napi_resolve_deferred(env, own->deferred, nothing);
  napi_delete_async_work(env, own->work);
  free(own);
}

static napi_value write_one(napi_env env, napi_callback_info info) {
  (void)info;
  task *own = calloc(1, sizeof *own);
  napi_value promise, name;
  napi_create_promise(env, &own->deferred, &promise);
  napi_create_string_utf8(env, "write", 5, &name);
  napi_create_async_work(env, NULL, name, execute, complete, own, &own->work);
  napi_queue_async_work(env, own->work);
  return promise;
}

napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  (void)exports;
  pthread_t thread;
  napi_value result;
  pthread_create(&thread, NULL, writer, NULL);
  napi_create_function(env, "write", 5, write_one, NULL, &result);
  return result;
}
