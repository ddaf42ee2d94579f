import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openProviderEdge } from '#test/conformance/hosted/provider-edge.ts'
import { startAjo } from '#test/e2e/ajo.ts'

/**
 * Data folders of stopped servers, from which the servers of browser tests start: creating a data folder with sample data takes ten times
 * as long as copying it. Their paths are in the environment, so that workers, and the steps of `npm test` after each other, share them.
 */
export interface DataTemplates extends Disposable {
  env: { AJO_DATA?: string; AJO_HOSTED_DATA?: string }
}

/** The templates that are there already, or new ones. Only new ones are deleted at the end. */
export async function openDataTemplates(): Promise<DataTemplates> {
  const { AJO_DATA, AJO_HOSTED_DATA } = process.env
  if (AJO_DATA !== undefined && AJO_HOSTED_DATA !== undefined)
    return { env: { AJO_DATA, AJO_HOSTED_DATA }, [Symbol.dispose]: () => {} }
  // Not below a folder of their own, because the account of PostgreSQL must reach them.
  const [samples, hosted] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'ajo-template-')))
  const folders = { AJO_DATA: samples ?? '', AJO_HOSTED_DATA: hosted ?? '' }
  await using edge = await openProviderEdge()
  // One server mostly computes, and a machine has two cores.
  await Promise.all([createData(folders.AJO_DATA), createData(folders.AJO_HOSTED_DATA, edge.env)])
  // Otherwise PostgreSQL's files are elsewhere, and the servers of two copies would share them.
  const areComplete = Object.values(folders).every((each) => existsSync(join(each, 'postgres')))
  const env = areComplete ? folders : {}
  Object.assign(process.env, env)
  return {
    env,
    [Symbol.dispose]: () => {
      for (const each of Object.values(folders)) rmSync(each, { recursive: true, force: true })
    },
  }
}

async function createData(dataDir: string, env: Record<string, string> = {}) {
  const ajo = await startAjo({ dataDir, env })
  await ajo.stop()
}
