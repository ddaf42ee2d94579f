import type { APIRequestContext, Page } from '@playwright/test'
import * as z from 'zod/mini'

import { openDatabase, type Database } from '#server/platform/database/database.ts'
import { getRunningConnection } from '#server/platform/database/embedded/running-connection.ts'
import { sql } from '#server/platform/database/sql.ts'

import { beside320, violations } from './accessible.ts'
import { signIn } from './steps.ts'
import { expect, test } from './story.ts'
import { tabTo } from './tab-to.ts'

/** Runs once a night, so that the test alone starts it. */
const task = 'purge-sessions'
const name = 'Delete ended sessions'
const fault = 'permission denied for table known_device'
const address = '/dashboard/admin?tab=jobs'

test('an admin sees why a job failed, retries it with the keyboard on a phone and sees it gone', async ({
  ajo,
  person,
}) => {
  const connection = getRunningConnection(ajo.dataDir)
  if (!connection) throw new Error('the server has no embedded database')
  await using owner = openDatabase(connection, { max: 1, onIdleError: () => {} })
  const admin = await person({ viewport: { width: 360, height: 740 } })
  await signIn(admin, ajo, 'admin')
  await owner.run(sql`revoke delete on known_device from ajo_app`)
  const id = await failJob(owner)

  await test.step('shows the job with its reason, and that nothing else retries it', async () => {
    await admin.goto(address)
    const row = admin.getByRole('row').filter({ hasText: name })
    await row.getByLabel('Details').press('Enter')
    for (const text of [fault, '1 attempt', 'Only when you retry it'])
      await expect(row.getByText(text)).toBeVisible()
    expect(await violations(admin)).toEqual([])
    expect(await beside320(admin)).toBeLessThanOrEqual(0)
    await admin.setViewportSize({ width: 360, height: 740 })
    expect(await isWiderThanWindow(admin)).toBe(false)
  })

  await test.step('answers a person without the right like a stranger', async () => {
    const organiser = await person()
    const stranger = await person()
    await signIn(organiser, ajo, 'owner')
    expect(await askForJobs(organiser.request, ajo.url, id)).toEqual(
      await askForJobs(stranger.request, ajo.url, id),
    )
    const readPage = async (path: string) => {
      await organiser.goto(path)
      await expect(organiser.getByRole('link', { name: 'Go home' })).toBeVisible()
      return organiser.getByRole('main').innerText()
    }
    const shown = await readPage(address)
    expect(shown).toBe(await readPage('/dashboard/nothing'))
    expect(shown).not.toContain(name)
  })

  await test.step('queues the job again once the fault is repaired, and lists it no more', async () => {
    await owner.run(sql`grant delete on known_device to ajo_app`)
    await admin.reload()
    await tabTo(admin, 'Details')
    await admin.keyboard.press('Enter')
    await tabTo(admin, `Retry ${name}`)
    await admin.keyboard.press('Enter')
    await tabTo(admin, 'Reason')
    await admin.keyboard.type('The privilege was granted again.')
    await tabTo(admin, `Retry ${name}`)
    await admin.keyboard.press('Enter')
    await expect(admin.getByText('Job queued.')).toBeVisible()
    await expect(async () => {
      await admin.reload()
      await expect(admin.getByText('No failed jobs')).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })

  await test.step('records the retry with its reason', async () => {
    await admin.goto('/dashboard/admin?tab=audit-log')
    const entry = admin.getByRole('row').filter({ hasText: 'The privilege was granted again.' })
    await entry.getByLabel('Details').press('Enter')
    await expect(entry.getByText('Retried a job')).toBeVisible()
    await expect(entry.getByText(name)).toBeVisible()
  })
})

/** Lets the worker run the job, which has a single attempt. Returns its id once it failed. */
async function failJob(owner: Database): Promise<string> {
  await owner.run(sql`select job.enqueue(${task}, '{}', null, null, 1, null, 0)`)
  const findFailed = () =>
    owner.row(
      z.object({ id: z.string() }),
      sql`select id from job.failed() where task = ${task} and next_attempt_at is null`,
    )
  await expect.poll(findFailed).toBeDefined()
  return (await findFailed())?.id ?? ''
}

/** The responses to the list and to a retry, without what differs each time. */
async function askForJobs(request: APIRequestContext, origin: string, id: string) {
  const answers = [
    await request.get('/api/admin/jobs'),
    await request.post(`/api/admin/jobs/${id}/retry`, {
      headers: { origin },
      data: { reason: 'I would like to' },
    }),
  ]
  return Promise.all(
    answers.map(async (answer) => {
      const { error } = (await answer.json()) as { error: { code: string } }
      return { status: answer.status(), code: error.code }
    }),
  )
}

function isWiderThanWindow(page: Page) {
  return page.evaluate<boolean>(
    'document.documentElement.scrollWidth > document.documentElement.clientWidth',
  )
}
