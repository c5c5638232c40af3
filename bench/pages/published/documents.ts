import { cluster } from './cluster.ts';
import type { PublishedDocument } from './document.ts';
import { loopOrThreads } from './loop-or-threads.ts';
import { article, earlier } from './pool-size.ts';

/** The documents that this project was created from, in their order. */
export const publishedDocuments: readonly PublishedDocument[] = [earlier, article, loopOrThreads, cluster];
