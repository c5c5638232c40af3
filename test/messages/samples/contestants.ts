/** What is said of servers of other platforms: what they lack, and how their build goes on. */
import type { Samples } from './sample.ts';

export const contestantSamples: Samples<`contestant.${string}`> = {
  'contestant.spring-missing': [
    { name: 'Spring MVC', needs: 17, java: ['17.0.15'], compiles: true, maven: [] },
    {
      name: 'Spring MVC on virtual threads',
      needs: 21,
      java: ['17.0.15'],
      compiles: false,
      maven: ['3.8.7'],
    },
    { name: 'Spring WebFlux', needs: 17, java: [], compiles: false, maven: [] },
  ],
  'contestant.go-missing': [{ found: [] }, { found: ['1.19.8'] }],
  'contestant.runtime-missing': [{ name: 'Bun', install: 'npm install bun' }],
  'contestant.broken': [
    { name: 'Spring MVC', how: 'exit code 1', lines: '[ERROR] BUILD FAILURE | [ERROR] Unknown host.' },
  ],
  'contestant.build-spring': [{ version: '4.1.2' }],
  'contestant.build-go': [{ version: '1.26.8' }],
  'contestant.build-line': [
    { seconds: 12, loaded: 182, line: 'Building work 1' },
    { seconds: 12, loaded: 0, line: 'go: compiling' },
    { seconds: 12, loaded: 0, line: '' },
  ],
  'contestant.build-waits': [{ pid: 4711 }],
  'contestant.built': [{ name: 'Spring Boot', seconds: 74 }],
};
