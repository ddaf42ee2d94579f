import { as, visitor } from '#test/support/people/people.ts'

/** Presses the button of the page that a mail links to. A mail program sends a body. */
export const pressLink = (app: Parameters<typeof as>[0], path: string, body = '') =>
  as(app, visitor)(path, {
    method: 'POST',
    body: new TextEncoder().encode(body),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })

/** The path of the newest link to such a page. */
export function findLink(mails: { text: string }[], page: string): string {
  const urls = mails.flatMap(({ text }) => text.match(/https?:\S+/g) ?? [])
  const url = urls.findLast((each) => each.includes(page))
  if (url === undefined) throw new Error(`no mail has a link to ${page}`)
  return new URL(url).pathname
}
