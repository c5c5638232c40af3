/** Kinds of parameters of a text, and the form of a catalogue in another language. */

declare const nested: unique symbol;

/** In the catalogue a nested message is its text already; whoever makes the outer message gives a `Message`. */
export type Nested = string & { readonly [nested]: true };

/** Figures by their names: `Numbers<'busy' | 'size'>`. */
export type Numbers<Names extends string> = Readonly<Record<Names, number>>;
/** Figures of which some may not be known: null. */
export type Maybe<Names extends string> = Readonly<Record<Names, number | null>>;
/** Names of things by theirs. */
export type Strings<Names extends string> = Readonly<Record<Names, string>>;

/**
 * A part of the catalogue in another language: the same codes, and each text takes the parameters of the English one. A text
 * that uses none of them may be fixed.
 */
export type Texts<English> = {
  readonly [Code in keyof English]: English[Code] extends (params: infer Params) => string
    ? string | ((params: Params) => string)
    : string;
};
