/** The form of the catalogue's entries; `{name}` in a text takes the value of that detail. */
export interface Entry extends ProblemTexts {
  readonly exit: number;
}

/** What is said of a problem. */
export interface ProblemTexts {
  /** What happened. */
  readonly what: string;
  /** Why that is a problem. */
  readonly why: string;
  /** What to do about it. */
  readonly todo: string;
}

/**
 * 0 fine · 1 a finding above the threshold · 2 usage or configuration · 3 could not measure · 70 a defect of this program
 * (EX_SOFTWARE of sysexits.h) · 130 interrupted.
 */
export const exitCodes = {
  fine: 0,
  finding: 1,
  usage: 2,
  unmeasured: 3,
  defect: 70,
  interrupted: 130,
} as const;
