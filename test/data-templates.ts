import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openProviderEdge } from './conformance/hosted/provider-edge.ts'
import { startAjo } from './e2e/ajo.ts'

/**
 * Data folders of stopped servers, from which the servers of browser tests start: creating a data folder with sample data takes ten times
 * as long as copying it. Their paths are in the environment, so that workers, and the steps of `npm test` after each other, share them.
 */
export interface DataTemplates extends Disposable {
  env: { AJO_DATA: string; AJO_HOSTED_DATA: string }
}

/** The templates that are there already, or new ones. Only new ones are deleted at the end. */
export async function openDataTemplates(): Promise<DataTemplates> {
  const { AJO_DATA, AJO_HOSTED_DATA } = process.env
  if (AJO_DATA !== undefined && AJO_HOSTED_DATA !== undefined)
    return { env: { AJO_DATA, AJO_HOSTED_DATA }, [Symbol.dispose]: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'ajo-templates-'))
  const env = { AJO_DATA: join(folder, 'samples'), AJO_HOSTED_DATA: join(folder, 'hosted') }
  await using edge = await openProviderEdge()
  for (const options of [
    { dataDir: env.AJO_DATA },
    { dataDir: env.AJO_HOSTED_DATA, env: edge.env },
  ]) {
    const ajo = await startAjo(options)
    await ajo.stop()
  }
  Object.assign(process.env, env)
  return { env, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
