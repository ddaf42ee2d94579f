import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { donationDetailsSchema } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { verificationSchema } from '#shared/receipt.ts'
import { mailsTo } from '#test/support/mail/mails.ts'
import { freshMoneyApp } from '#test/support/money/money-app.ts'
import { payDonation } from '#test/support/money/paid-donation.ts'
import { readPdfText } from '#test/support/documents/pdf-text.ts'
import { as, bola, visitor } from '#test/support/people/people.ts'

import { sql } from '../platform/database/sql.ts'
import { generateSigningKey } from '../platform/runtime/files.ts'

/** LibreSSL cannot verify Ed25519 signatures of raw input. */
const hasOpenssl = /^OpenSSL [3-9]/.test(String(spawnSync('openssl', ['version']).stdout))

const { at, owner, people } = await freshMoneyApp({ donor: bola })
const { donor } = people

const get = (path: string) => as(at.app, visitor)(path)
const resend = (accessCode: string) =>
  as(at.app, visitor)(`/api/donations/${accessCode}/receipt-mail`, { method: 'POST', body: {} })
const mails = () => mailsTo(owner, at.tasks, 'donor@example.com')

async function readReceipt(accessCode: string) {
  const donation = donationDetailsSchema.parse(
    await (await get(`/api/donations/${accessCode}`)).json(),
  )
  if (!donation.receipt) throw new Error('no receipt was issued')
  return donation.receipt
}
async function verify(code: string) {
  return verificationSchema.parse(await (await get(`/api/verify/${code}`)).json())
}
async function refund(reference: string, amount: number) {
  at.provider.addRefund(reference, { amount: kobo(amount), status: 'processed' })
  at.pass(1)
  await at.donations.verifyRefunds(reference, 'webhook')
}

async function countLockWaits() {
  const found = await owner.row(
    z.object({ count: z.int() }),
    sql`select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return found?.count
}

describe('the receipt of a donation', () => {
  it('is mailed to the guest once, even when the payment is reported several times', async () => {
    const { reference, accessCode } = await payDonation(at)
    await at.donations.verifyPayment(reference, 'return')
    await at.runTask('sweep-receipts')

    const [mail, ...others] = await mails()
    await at.runTask('sweep-receipts')
    expect([mail?.subject, others]).toEqual(['Your ₦5,000.00 donation receipt', []])
    const { number, code } = await readReceipt(accessCode)
    expect(mail?.text).toContain(`Receipt ${number}, 1 May 2026 at 11:00 (Lagos).`)
    expect(mail?.text).toContain(`${at.config.publicUrl}/donations/${accessCode}\n`)
    expect(mail?.text).toContain(`${at.config.publicUrl}/verify/${code}\n`)
    expect(await mails()).toHaveLength(1)
  })

  it('is mailed by the sweep when the process crashed after booking the payment', async () => {
    await payDonation(at)
    await owner.run(sql`delete from graphile_worker._private_jobs`)
    expect(await mails()).toEqual([])

    await at.runTask('sweep-receipts')
    expect(await mails()).toHaveLength(1)
  })

  it('is not mailed for sample data', async () => {
    await payDonation({ ...at, donations: (await at.openAnother({ notifies: false })).donations })
    await owner.run(sql`delete from graphile_worker._private_jobs`)
    await at.runTask('sweep-receipts')
    expect(await mails()).toEqual([])
  })

  it('is issued once when two requests wait for the lock of the same donation', async () => {
    const { accessCode } = await payDonation(at)
    const client = await owner.pool.connect()
    await client.query('begin')
    await client.query('select from donation for update')
    const requests = Promise.all([readReceipt(accessCode), readReceipt(accessCode)])
    await expect.poll(countLockWaits).toBe(2)
    await client.query('commit')
    client.release()
    const [one, other] = await requests
    expect(one).toEqual(other)
  })

  it('has one number, code and signature when it is requested many times at once', async () => {
    const { accessCode, reference } = await payDonation(at)
    const ask = () => readReceipt(accessCode)
    const [receipts] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, ask)),
      at.receipts.sendReceipt(reference),
    ])
    expect(new Set(receipts.map((receipt) => JSON.stringify(receipt))).size).toBe(1)
    expect(receipts[0]?.number).toMatch(/^2026-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(
      await owner.rows(z.object({ number: z.string() }), sql`select number from receipt_number`),
    ).toHaveLength(1)
  })
})

describe('GET /api/donations/:id/receipt.pdf', () => {
  it('states number, amount, campaign and donor, embeds its fonts, and has the same bytes each time', async () => {
    const donation = { name: 'Adébáyọ̀ Ọ̀ṣun', title: 'Ilé ìwé wa – ₦ for books' }
    const { accessCode } = await payDonation(at, donation)
    const { number, code } = await readReceipt(accessCode)

    const response = await get(`/api/donations/${accessCode}/receipt.pdf`)
    expect(response.headers.get('content-type')).toBe('application/pdf')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('content-disposition')).toContain(`ajo-receipt-${number}.pdf`)
    const pdf = Buffer.from(await response.arrayBuffer())
    const text = readPdfText(pdf)
    for (const expected of [number, '₦5,000.00', code, 'Test payment: no real money was moved.'])
      expect(text).toContain(expected)
    expect(text.normalize('NFC')).toContain(donation.name.normalize('NFC'))
    expect(text.normalize('NFC')).toContain(donation.title.normalize('NFC'))
    expect(text).not.toContain('donor@example.com')

    const again = Buffer.from(
      await (await get(`/api/donations/${accessCode}/receipt.pdf`)).arrayBuffer(),
    )
    expect(again.equals(pdf)).toBe(true)
    const raw = pdf.toString('latin1')
    for (const marker of ['/Lang (en-NG)', '/MarkInfo', '/StructTreeRoot', '/DisplayDocTitle true'])
      expect(raw).toContain(marker)
    expect(raw.match(/\/FontFile2 /g)).toHaveLength(3)
  })

  it('states a later refund', async () => {
    const { accessCode, reference } = await payDonation(at)
    await refund(reference, 5_000_00)
    const response = await get(`/api/donations/${accessCode}/receipt.pdf`)
    expect(readPdfText(Buffer.from(await response.arrayBuffer()))).toContain('was refunded')
  })
})

describe('POST /api/donations/:id/receipt-mail', () => {
  it('mails the receipt to the address of the donation, at most three times a day', async () => {
    const { accessCode } = await payDonation(at)
    const statuses: number[] = []
    for (let attempt = 1; attempt <= 5; attempt++) statuses.push((await resend(accessCode)).status)
    expect(statuses).toEqual([204, 204, 204, 429, 429])
    // The automatic mail does not count towards the daily limit.
    expect(await mails()).toHaveLength(4)

    at.pass(86_400_000)
    expect((await resend(accessCode)).status).toBe(204)
  })

  it('refuses donors whose address is erased', async () => {
    const { accessCode } = await payDonation(at, { donor })
    await owner.run(
      sql`update donation set donor_email_sealed = ${at.sealing.seal('donor-email', '')}`,
    )
    expect((await resend(accessCode)).status).toBe(404)
    expect(await mails()).toEqual([])
  })
})

describe('GET /api/verify/:id', () => {
  it('confirms a genuine receipt without revealing the donor', async () => {
    const { accessCode } = await payDonation(at, { name: 'Ngozi Eze', donor })
    const { number, code } = await readReceipt(accessCode)
    const response = await (await get(`/api/verify/${code}`)).text()

    expect(JSON.parse(response)).toMatchObject({
      status: 'valid',
      number,
      amount: 5_000_00,
      reversed: 0,
      donatedAt: '2026-05-01T10:00:00.000Z',
      mode: 'sandbox',
      campaign: { title: 'A well for Ife' },
    })
    for (const secret of ['Ngozi', 'donor@example.com', accessCode, donor.uid])
      expect(response).not.toContain(secret)
  })

  it('accepts a code with lower case, spaces and misread letters', async () => {
    const { code } = await readReceipt((await payDonation(at)).accessCode)
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await verify(encodeURIComponent(typed))).code).toBe(code)
  })

  it('shows partial and full refunds', async () => {
    const { accessCode, reference } = await payDonation(at)
    const { code } = await readReceipt(accessCode)
    await refund(reference, 1_000_00)
    expect(await verify(code)).toMatchObject({ status: 'partly-refunded', reversed: 1_000_00 })
    await refund(reference, 4_000_00)
    expect(await verify(code)).toMatchObject({ status: 'refunded', reversed: 5_000_00 })
  })

  it('reports a receipt that does not match its signature', async () => {
    const { code } = await readReceipt((await payDonation(at)).accessCode)
    await owner.run(sql`update donation set campaign_title = 'A yacht for me'`)
    expect((await verify(code)).status).toBe('broken')
  })

  it('verifies receipts of earlier keys, and publishes every public key', async () => {
    const { code } = await readReceipt((await payDonation(at)).accessCode)
    const { receipts, signing } = await at.openAnother({
      env: { RECEIPT_KEY: `${generateSigningKey()},${at.signing.keyId}` },
    })
    expect(await receipts.verifyReceipt(code)).toMatchObject({ status: 'valid' })
    expect((await receipts.listKeys()).map(({ keyId }) => keyId)).toEqual([
      signing.keyId,
      at.signing.keyId,
    ])
  })

  it.runIf(hasOpenssl)(
    'provides three files with which OpenSSL verifies the signature',
    async () => {
      const { code } = await readReceipt((await payDonation(at)).accessCode)
      const { signed } = await verify(code)
      const folder = mkdtempSync(join(tmpdir(), 'ajo-openssl-'))
      const files = {
        'key.pem': `/.well-known/ajo-receipt-keys/${signed.keyId}.pem`,
        'receipt.txt': `/api/verify/${code}/receipt.txt`,
        'receipt.sig': `/api/verify/${code}/receipt.sig`,
      }
      for (const [name, path] of Object.entries(files))
        writeFileSync(join(folder, name), Buffer.from(await (await get(path)).arrayBuffer()))
      const command =
        'pkeyutl -verify -pubin -inkey key.pem -rawin -in receipt.txt -sigfile receipt.sig'
      const openssl = () =>
        execFileSync('openssl', command.split(' '), { cwd: folder, stdio: 'pipe' })

      expect(openssl().toString()).toContain('Signature Verified Successfully')
      writeFileSync(join(folder, 'receipt.txt'), signed.text.replace('5000.00', '9000.00'))
      expect(openssl).toThrow('Command failed')
      rmSync(folder, { recursive: true })
    },
  )
})

describe('GET /.well-known/ajo-receipt-keys', () => {
  it('publishes the current key before it has signed a receipt', async () => {
    const { keys } = (await (await get('/.well-known/ajo-receipt-keys')).json()) as {
      keys: object[]
    }
    const { keyId: kid } = at.signing
    expect(keys).toMatchObject([{ kid, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }])
  })
})
