import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'

import { connectClient, type Connection } from '../database/primary.ts'
import { textFormat, type Table } from './backed-up-tables.ts'
import type { BackupFiles } from './backup-files.ts'
import type { BackupKey } from './backup-key.ts'
import { writePart, type Part, type TableBackup } from './manifest.ts'

/** Rows of this length are held in memory, compressed and sealed together. */
const partBytes = 8 * 1024 * 1024
const workers = 2
const compress = promisify(gzip)

type Copy = {
  connection: Connection
  /** Exported by a transaction that stays open. */
  snapshot: string
  tables: Table[]
  files: BackupFiles
  key: BackupKey
  folder: string
}

/** Copies all tables as they were at the snapshot, several at a time. */
export async function copyTables(copy: Copy): Promise<TableBackup[]> {
  const waiting = [...copy.tables]
  const copied = new Map<string, TableBackup>()
  const work = async () => {
    const client = await openWorker(copy)
    try {
      for (let table = waiting.shift(); table; table = waiting.shift())
        copied.set(table.name, await copyTable(client, copy, table))
    } finally {
      // Makes the other workers stop when this one failed.
      waiting.length = 0
      await client.end().catch(() => {})
    }
  }
  // None writes any more when this ends.
  const ended = await Promise.allSettled(Array.from({ length: workers }, work))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
  return copy.tables.flatMap(({ name }) => copied.get(name) ?? [])
}

async function openWorker({ connection, snapshot }: Copy): Promise<pg.Client> {
  const client = await connectClient(connection, (opened) => opened.on('error', () => {}))
  await client.query('begin isolation level repeatable read, read only')
  await client.query(`set transaction snapshot '${snapshot}'`)
  await client.query(textFormat)
  return client
}

async function copyTable(
  client: pg.Client,
  { files, key, folder }: Copy,
  table: Table,
): Promise<TableBackup> {
  const stream = client.query(copyTo(`copy ${table.name} (${table.columns.join(', ')}) to stdout`))
  const parts: Part[] = []
  let chunks: Buffer[] = []
  let length = 0
  const flush = async () => {
    const name = `${folder}/tables/${table.name}.${parts.length + 1}`
    parts.push(await writePart(files, key, { name, bytes: await compress(Buffer.concat(chunks)) }))
    chunks = []
    length = 0
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= partBytes) await flush()
  }
  if (length > 0) await flush()
  return { ...table, rows: stream.rowCount, parts }
}
