/** The type of a translated catalogue: the same keys and functions as the English one, with any text. */
export type Translation<Text> = Text extends string
  ? string
  : Text extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof Text]: Translation<Text[Key]> }
