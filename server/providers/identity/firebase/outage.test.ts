import { expect, it } from 'vitest'

import { startJobs } from '#server/platform/queue/start-jobs.ts'
import { openLog } from '#server/platform/runtime/log.ts'
import { freshDatabase } from '#test/support/people/fresh-database.ts'
import { hostedIdentity } from '#test/support/people/hosted-identity.ts'
import { openOutbox, openPickyMailServer } from '#test/support/mail/mail-outbox.ts'

const { database, connection, owner } = await freshDatabase()

it('pauses the lane of Google alone while Google does not respond, and mails go out', async () => {
  const { google, identity } = hostedIdentity({ database, owner })
  google.nextResponses.push(
    ...Array.from({ length: 50 }, () => () => Promise.reject(new TypeError('fetch failed'))),
  )
  await using server = await openPickyMailServer()
  const mails = openOutbox({ database, owner }, server.url)
  await using jobs = await startJobs({
    connection,
    log: openLog('silent'),
    tasks: [...identity.tasks, ...mails.tasks],
  })
  const listPaused = () =>
    jobs.listLanes().flatMap(({ lane, pausedUntil }) => (pausedUntil === null ? [] : [lane]))

  for (let number = 0; number < 8; number += 1)
    await identity.sendReset(`person.${number}@example.com`)
  await expect.poll(listPaused).toEqual(['identity'])

  await mails.enqueue('receipt', 'ngozi@example.com')
  await expect.poll(() => server.attempts).toEqual(['ngozi@example.com'])
  expect(listPaused()).toEqual(['identity'])
})
