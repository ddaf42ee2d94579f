/** The initials of a person. */
export const toInitials = (firstname: string, lastname: string): string =>
  toInitial(firstname) + toInitial(lastname)

/** The first grapheme: 'Ọ̀' is one letter. */
function toInitial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name)
  return (first?.segment ?? '').toLocaleUpperCase()
}
