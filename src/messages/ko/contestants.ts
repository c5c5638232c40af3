/** What is said of servers of other platforms, in Korean. */
import { josa } from './words.ts';
import type { contestants as english } from '../en/contestants.ts';
import type { Texts } from '../nested.ts';

const listed = (kind: string, found: readonly string[]) =>
  found.length > 0 ? `${kind} ${found.join(', ')}` : `${kind} 없음`;

export const contestants = {
  'contestant.not-prepared': '이 실행에서 찾거나 빌드한 것이 없습니다.',
  'contestant.spring-missing': ({ name, needs, java, compiles, maven }) =>
    `${name} 실행에는 Java ${needs} 이상, 빌드에는 JDK와 Maven이 필요합니다. 찾은 것: ${listed('Java', java)}${java.length > 0 && !compiles ? '(컴파일러 없음)' : ''}, ${listed('Maven', maven)}. JDK ${josa(String(Math.max(needs, 25)), '과/와')} Maven을 설치하거나 JAVA_HOME과 MAVEN_HOME을 설정한 뒤 다시 실행하세요.`,
  'contestant.go-missing': ({ found }) =>
    `이 서버를 빌드하려면 Go 1.24 이상이 필요합니다. 찾은 것: ${listed('Go', found)}. https://go.dev/dl 에서 설치하거나 그 폴더를 PATH에 넣은 뒤 다시 실행하세요.`,
  'contestant.runtime-missing': ({ name, install }) =>
    `${name}을(를) PATH, 전용 폴더, npm 패키지에서 찾지 못했습니다. 설치한 뒤(${install}) 다시 실행하세요.`,
  'contestant.express-missing':
    'Express는 선택 사항이며 찾지 못했습니다. 설치한 뒤(npm install express) 다시 실행하세요.',
  'contestant.broken': ({ name, how, lines }) =>
    `${name}을(를) 빌드하지 못했습니다(${how}). 빌드의 마지막 줄: ${lines}`,
  'contestant.build-spring': ({ version }) =>
    `Spring Boot ${version}을(를) 한 번만 빌드합니다. Maven이 패키지 약 100 MB를 내려받으며 1~2분 걸립니다`,
  'contestant.build-go': ({ version }) =>
    `Go 서버를 Go ${version}(으)로 한 번만 빌드합니다. 길어야 2분이며 내려받는 것은 없습니다`,
  'contestant.build-line': ({ seconds, loaded, line }) =>
    `빌드 중, ${seconds}초${loaded > 0 ? `, 파일 ${loaded}개 내려받음` : ''}${line === '' ? '' : `: ${line}`}`,
  'contestant.build-waits': ({ pid }) => `프로세스 ${pid}이(가) 같은 서버를 빌드하고 있어 기다립니다`,
  'contestant.built': ({ name, seconds }) =>
    `${name}: ${seconds}초 만에 빌드했고 다음 실행을 위해 보관합니다`,
} satisfies Texts<typeof english>;
