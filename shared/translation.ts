/** The shape of a catalogue, free to say everything otherwise: what another language fills, no key less and no key more. */
export type Translation<Text> = Text extends string
  ? string
  : Text extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [Key in keyof Text]: Translation<Text[Key]> }
