/** What each kind of chart hands back: the height is its own choice, the width was given. */
export interface Drawing {
  readonly height: number;
  /** SVG markup without its outer element. */
  readonly body: string;
}
