/** Result files of other load tools, in Korean. */
import type { ProblemTexts } from '../../en/problems/entry.ts';
import type { publishedProblems as english } from '../../en/problems/published.ts';

export const publishedProblems = {
  RESULT_FILE_UNREADABLE: {
    what: '결과 파일 {file}: 읽을 수 없습니다.',
    why: '{why}',
    todo: '읽을 수 있는 일반 파일을 지정하세요. 압축된 파일은 먼저 푸세요.',
  },
  RESULT_FILE_UNKNOWN: {
    what: '파일 {file}: 검사할 수 있는 결과가 아닙니다.',
    why: '{why}',
    todo: '다음 명령으로 만드세요: k6 run --out csv=FILE(또는 json=FILE, --summary-export FILE), oha --output-format json(또는 csv), vegeta report -type=json(또는 encode -to json), autocannon --json, wrk --latency, ab.',
  },
  RESULT_FILE_FAILED: {
    what: '결과 파일 {file}: 모든 요청이 실패했습니다.',
    why: '{why}',
    todo: '테스트한 주소에서 서버가 응답하는지 확인하고 다시 테스트하세요.',
  },
  RESULT_FILE_CONTRADICTED: {
    what: '{option}: 결과 파일 {file}의 내용과 맞지 않습니다.',
    why: '{why}',
    todo: '{option} 옵션을 빼세요. 다른 도구의 파일은 따로 검사하세요.',
  },
} satisfies Record<keyof typeof english, ProblemTexts>;
