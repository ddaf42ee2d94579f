import { expect, it } from 'vitest'

import { payDuringMails } from '../support/mail/mail-outage.ts'

/** `npm run test:long` queues 500 mails and pays 200 donations. */
const counts = {
  mails: Number(process.env['QUEUED_MAILS'] ?? 60),
  donations: Number(process.env['PAID_DONATIONS'] ?? 40),
}
const isMeasured = counts.donations >= 200

it(`counts ${counts.donations} donations while ${counts.mails} mails wait for a mail server that never answers`, async () => {
  const outage = await payDuringMails('silent', counts)

  expect([...outage.answers]).toEqual([200])
  expect(outage).toMatchObject({
    counted: counts.donations,
    sent: 0,
    failed: 0,
    waitingWebhooks: 0,
  })
  // All webhooks were enqueued after the mails, and are done while the first mails still wait.
  expect(outage.firstWaitingMail).not.toBeNull()
  expect(outage.readiness).toMatchObject({ queues: { oldestMailSeconds: expect.any(Number) } })

  if (!isMeasured) return
  const usual = await payDuringMails('working', counts)
  expect(usual.counted).toBe(counts.donations)
  const ratio = outage.p99Ms / usual.p99Ms
  process.stdout.write(
    `p99 from webhook to ledger: ${outage.p99Ms} ms with a silent mail server, ${usual.p99Ms} ms without mail trouble, ratio ${ratio.toFixed(2)}\n`,
  )
  expect(ratio).toBeLessThanOrEqual(2)
}, 400_000)
