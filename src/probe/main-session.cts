/** Words with the inspector of the main thread, from the probe's thread, whatever the main thread does (guest). */

/** The main thread answers between two of its own instructions, unless it is inside one call of the system. */
const patience = 2000;

export interface MainSession {
  /** @throws if the main thread refuses, or does not answer in time */
  post<T>(method: string, parameters?: object): Promise<T>;
  on(event: string, listener: (parameters: unknown) => void): void;
  close(): void;
}

/** @throws if this Node has no inspector */
function mainSession(): MainSession {
  // Late, because a Node may be built without it.
  const { Session } = require('node:inspector') as typeof import('node:inspector');
  const session = new Session();
  session.connectToMainThread();
  return {
    post<T>(method: string, parameters: object = {}) {
      return new Promise<T>((resolve, reject) => {
        const timer = setTimeout(
          () => reject(new Error(`the main thread has not answered for ${patience / 1000} s (${method})`)),
          patience,
        );
        session.post(method, parameters, (error: unknown, result?: object) => {
          clearTimeout(timer);
          if (error) reject(new Error((error as Error).message));
          else resolve(result as T);
        });
      });
    },
    on: (event, listener) =>
      void session.on(event, (message: { params: unknown }) => listener(message.params)),
    close: () => session.disconnect(),
  };
}

export interface MainSessionModule {
  readonly mainSession: typeof mainSession;
}

module.exports = { mainSession } satisfies MainSessionModule;
