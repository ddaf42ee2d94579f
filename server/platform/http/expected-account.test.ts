import { expect, it } from 'vitest'

import { shownAccountHeader } from '#shared/account-header.ts'
import { ada, bola, visitor } from '#test/support/people/people.ts'

import { createShell } from '../../shell.ts'
import { readConfig } from '../config/config.ts'
import { openLog } from '../runtime/log.ts'

it.each([
  ['accepts a page of the signed-in account', ada, ada.uid, 200],
  ['accepts a page that names no account', ada, undefined, 200],
  ['refuses a page of another account', bola, ada.uid, 401],
  ['refuses a page whose session has ended, also on public routes', visitor, ada.uid, 401],
])('%s', async (_what, actor, shown, status) => {
  const log = openLog('silent')
  const app = createShell({ config: readConfig({ PORT: '80' }), log, getActor: async () => actor })
  let isDone = false
  app.get('/api/overview', (c) => {
    isDone = true
    return c.json({})
  })
  const headers = shown === undefined ? undefined : { [shownAccountHeader]: shown }
  const response = await app.request('/api/overview', headers && { headers })

  expect(response.status).toBe(status)
  expect(isDone).toBe(status === 200)
  expect(await response.json()).toMatchObject(
    status === 401 ? { error: { code: 'user-token-expired' } } : {},
  )
})
