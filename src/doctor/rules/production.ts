/** A server that renders or routes as in development: its frameworks check more, and keep no views. */
import { message } from '../../messages/message.ts';
import type { Change } from '../../model/diagnosis.ts';
import type { Vitals } from '../../model/vitals.ts';
import { withVariable } from './changes.ts';
import { packageOf } from './hot-function.ts';

/** Builds that are loaded only without NODE_ENV=production: of React and of Vue. */
const developmentBuild =
  /\.development\.(?:min\.)?[cm]?js$|\/node_modules\/(?:vue|@vue\/[\w-]+)\/dist\/[\w-]+\.cjs\.js$/;
/**
 * They ask NODE_ENV for each request, and do not set it themselves; Express keeps the compiled views of these engines by it. Who calls
 * an engine without Express (Handlebars, Nunjucks) keeps what it compiles, or does not, whatever NODE_ENV says.
 */
const asksItself = /^(?:react|react-dom|vue|@vue\/[\w-]+|ejs|pug(?:-[\w-]+)?|hbs)$/;
/** These set it by how they are started: `next dev`, `next start`. */
const startsItself = /^(?:next|nuxt)$/;

/** @returns how to run it for production; none where it does, where that is not known, or nothing in its profile asks */
export function productionMode(vitals: Vitals): Change[] {
  const files = (vitals.loop.functions ?? []).map(({ file }) => file);
  const packages = files.flatMap((file) => packageOf(file) ?? []);
  const starter = packages.find((name) => startsItself.test(name));
  const isDevelopment =
    files.some((file) => developmentBuild.test(file)) ||
    (vitals.isProduction === false && !starter && packages.some((name) => asksItself.test(name)));
  if (!isDevelopment) return [];
  return [
    {
      type: 'command',
      what: message('change.production'),
      text: starter
        ? `npx ${starter} build && npx ${starter} start`
        : withVariable(vitals, 'NODE_ENV=production'),
      // What is built for production has to be built first.
      ...(!starter && { setting: { 'env:NODE_ENV': 'production' } }),
    },
  ];
}
