export const toInitials = (firstname: string, lastname: string): string =>
  toInitial(firstname) + toInitial(lastname)

/** The first letter with its marks: 'Ọ̀' is one letter. Firefox before 125 has no `Intl.Segmenter`. */
function toInitial(name: string): string {
  return (/^.\p{M}*/su.exec(name)?.[0] ?? '').toLocaleUpperCase()
}
