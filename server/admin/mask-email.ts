/** Enough to recognise an address by, and not enough to write to it: 'a•••@example.com'. */
export function maskEmail(email: string): string {
  const [, first = '', domain = ''] = /^(.).*(@[^@]*)$/u.exec(email) ?? []
  return `${first}•••${domain}`
}
