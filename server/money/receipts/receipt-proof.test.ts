import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { invalid } from '#shared/text/invalid.ts'
import { verificationSchema } from '#shared/receipt.ts'
import { parseProofFile } from '#shared/transparency/proof-file.ts'
import { verifyLoggedReceipt } from '#shared/transparency/receipt-check.ts'
import { freshOn } from '#test/support/people/fresh-database.ts'
import { openLogApp } from '#test/support/servers/log-app.ts'
import { ada, as, createPerson } from '#test/support/people/people.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'

import { sql } from '../../platform/database/sql.ts'

const { at, database, owner } = await freshOn(openLogApp)

async function listMails() {
  return database.rows(
    z.object({ text: z.string() }),
    sql`select text from mail_outbox where key like 'receipt %'`,
  )
}

async function readPdf(reference: string) {
  const row = await database.row(
    z.object({ code: z.string() }),
    sql`select access_code as code from donation where reference = ${reference}`,
  )
  const response = await at.app.request(`/api/donations/${row?.code}/receipt.pdf`)
  return Buffer.from(await response.arrayBuffer())
}

async function verify() {
  const row = await database.row(z.object({ code: z.string() }), sql`select code from receipt`)
  const response = await at.app.request(`/api/verify/${row?.code}`)
  return verificationSchema.parse(await response.json())
}

const parseProof = (text: string) =>
  Buffer.from(
    /BEGIN AJO PROOF-----(.*)-----END/s.exec(text)?.[1]?.replaceAll(/\s/g, '') ?? '',
    'base64',
  ).toString()

describe('the proof of a receipt', () => {
  it('is mailed, printed and attached with the receipt, and holds for the signed text', async () => {
    const reference = await at.donate('ola@example.com')
    await at.runJobs()

    expect(await listMails()).toHaveLength(1)
    expect((await listMails())[0]?.text).not.toContain('not on the receipt yet')
    const pdf = await readPdf(reference)
    expect(pdf.toString('latin1')).toContain('.tlog-proof')
    const [text = '', ...rest] = parseProof(readPdfText(pdf)).split('\n\n')
    const proof = rest.slice(1).join('\n\n')
    const { signed, logged } = await verify()
    expect(`${text}\n`).toBe(signed.text)
    expect(proof).toBe(logged?.proof)
    const verified = await verifyLoggedReceipt({ text, proof, logKeys: logged?.logKeys ?? [] })
    expect(verified).toMatchObject({ index: 1, size: 3, leaf: { kind: 'charge' } })
    expect(logged?.entry).toEqual({ index: 1, size: 3 })
  })

  it('is no obstacle to adding the receipt as a document, while the log of another Ajo is', async () => {
    const reference = await at.donate('ola@example.com')
    await at.runJobs()
    const receipt = await readPdf(reference)
    const organiser = await createPerson(database, ada)
    const upload = async () => {
      const body = new FormData()
      body.append('file', new File([Uint8Array.from(receipt)], 'receipt.pdf'))
      const response = await as(at.app, organiser)('/api/documents', { method: 'POST', body })
      return { status: response.status, text: await response.text() }
    }
    expect(await upload()).toMatchObject({ status: 201 })

    await owner.run(sql`delete from log_key`)
    const refused = await upload()
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(invalid.documentAttachment)
  })

  it('keeps the bytes of the PDF while the log grows', async () => {
    const reference = await at.donate('ola@example.com')
    await at.runJobs()
    const pdf = await readPdf(reference)
    await at.donate('tunde@example.com')
    await at.runJobs()

    expect((await readPdf(reference)).equals(pdf)).toBe(true)
  })

  it('is refused for another receipt of the same amount', async () => {
    await at.donate('ola@example.com')
    await at.donate('ola@example.com')
    await at.runJobs()
    const rows = await database.rows(z.object({ code: z.string() }), sql`select code from receipt`)
    const [first, second] = await Promise.all(
      rows.map(async ({ code }) =>
        verificationSchema.parse(await (await at.app.request(`/api/verify/${code}`)).json()),
      ),
    )
    const { proof = '', logKeys = [] } = second?.logged ?? {}
    await expect(
      verifyLoggedReceipt({ text: first?.signed.text ?? '', proof, logKeys }),
    ).rejects.toThrow('another donation')
  })

  it('is left out of a mail that waited two minutes for a log that signs nothing, and the mail says so', async () => {
    await at.transparency.advance()
    await at.archive.writeCheckpoint('nonsense')
    const stopped = await at.openAnotherProcess()
    const reference = await at.donate('ola@example.com')
    await stopped.receipts.sendReceipt(reference)
    expect(await listMails()).toEqual([])
    const pdf = readPdfText(await readPdf(reference))
    expect(pdf).toContain('not in the transparency log yet')

    at.pass(120_000)
    await stopped.receipts.sendReceipt(reference)
    expect((await listMails())[0]?.text).toContain('not on the receipt yet')
    expect((await verify()).logged).toBeNull()
  })

  it('cannot be made any more once the opening was erased, while the leaf and the tree stay', async () => {
    await at.donate('ola@example.com')
    await at.runJobs()
    const { proof = '' } = (await verify()).logged ?? {}
    await database.run(sql`delete from log_opening where leaf_index = 1`)

    expect((await verify()).logged).toBeNull()
    expect((await at.transparency.checkLog()).findings).toEqual([])
    expect(parseProofFile(proof).index).toBe(1)
  })

  it('makes a receipt not genuine when its leaf was changed, also without a check in the browser', async () => {
    await at.donate('ola@example.com')
    await at.runJobs()
    expect((await verify()).status).toBe('valid')
    await owner.pool.query('update log_opening set salt = sha256(salt) where leaf_index = 1')

    const { status, logged } = await verify()
    expect(status).toBe('broken')
    expect(logged?.entry).toBeNull()
  })
})
