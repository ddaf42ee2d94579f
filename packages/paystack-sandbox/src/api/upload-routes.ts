import { Hono } from 'hono'

import type { Database } from '../storage/database.ts'

import { saveUpload } from '../state/uploads.ts'

/** Takes files of disputes at the addresses that the API has given out, which need no key. */
export function uploadRoutes({ database, now }: { database: Database; now: () => Date }) {
  return new Hono().put('/:fileName', async (c) => {
    const content = Buffer.from(await c.req.arrayBuffer())
    const fileName = c.req.param('fileName')
    const isSaved = await saveUpload(database, { fileName, content, now: now() })
    return isSaved ? c.body(null, 200) : c.text('AccessDenied', 403)
  })
}
