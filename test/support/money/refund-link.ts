import type { Database } from '#server/platform/database/database.ts'
import type { MoneyApp } from '#test/support/money/money-app.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { as, visitor } from '#test/support/people/people.ts'

/** The token of the link that a guest gets who asks for a refund on the receipt page. */
export async function requestRefundLink(
  at: Pick<MoneyApp, 'app'>,
  database: Pick<Database, 'rows'>,
  { accessCode, email = 'donor@example.com' }: { accessCode: string; email?: string },
): Promise<string> {
  const asked = await as(at.app, visitor)(`/api/donations/${accessCode}/refund-link`, {
    method: 'POST',
  })
  if (asked.status !== 204) throw new Error(`the link was answered ${asked.status}`)
  const mails = await listMails(database, email)
  const found = mails.map(({ text }) => /\/donations\/([\w-]{60,})\/refund/.exec(text)?.[1])
  return found.findLast((token) => token !== undefined) ?? ''
}
