import { describe, expect, it } from 'vitest'

import { freshOn } from '#test/support/people/fresh-database.ts'
import { listMails } from '#test/support/mail/mails.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'

import { followLog, LogFault } from './follow-log.ts'

const { at, database, owner } = await freshOn((databases) =>
  openLogApp({ ...databases, env: { LOG_MAIL: 'auditor@example.org' } }),
)

const follow = async (kept: readonly string[] = [], app = at.app) =>
  followLog({
    url: 'http://localhost/log/',
    logKey: await at.readLogKey(),
    kept,
    fetch: async (url) => app.request(url.href),
  })

describe('a follower', () => {
  it('reads every entry, adds up every campaign, and finds the checkpoints that it kept', async () => {
    const reference = await at.donate('ola@example.com')
    await at.transparency.advance()
    const first = await follow()
    await at.refund(reference)
    await at.donate('tunde@example.com')
    await at.transparency.advance()

    const second = await follow([first.note])
    expect(second.size).toBe(5)
    expect([...second.campaigns.values()]).toEqual([{ place: 3, sum: 5_000_00 }])
  })

  it('raises the alarm when the log shrank, and when it shows another history than the kept one', async () => {
    await at.transparency.advance()
    const none = await follow()
    await at.donate('ola@example.com')
    await at.transparency.advance()
    const one = await follow([none.note])
    // The database and the archive went back, and another donation takes the place of the first.
    await owner.pool.query(`begin; set local session_replication_role = replica;
      delete from log_leaf where leaf_index > 0; delete from log_opening where leaf_index > 0;
      delete from log_checkpoint where size > 1; delete from log_campaign;
      update log_state set size = 1, published_size = 1, frontier = array[(select hash from log_leaf)];
      update log_state set root = frontier[1]; commit`)
    await at.archive.writeCheckpoint(none.note)
    await expect(follow([one.note])).rejects.toThrow('shrank from 3 to 1')

    await at.donate('tunde@example.com')
    await at.transparency.advance()
    const other = await follow([none.note])
    expect(other.size).toBe(4)
    await expect(follow([one.note])).rejects.toThrow(LogFault)
  })
})

describe('the address outside', () => {
  it('gets the newest checkpoint once a day', async () => {
    await at.donate('ola@example.com')
    await at.transparency.advance()
    const { note } = await follow()
    const task = at.transparency.mailTask
    for (let run = 0; run < 2; run++) await task.run({}, new AbortController().signal)
    const mails = await listMails(database, 'auditor@example.org')
    expect(mails.map(({ text }) => text.includes(note.split('\n')[2] ?? ''))).toEqual([true])

    at.pass(86_400_000)
    await task.run({}, new AbortController().signal)
    expect(await listMails(database, 'auditor@example.org')).toHaveLength(2)
  })
})
