import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { donationDetailsSchema } from '#shared/donation.ts'
import { kobo } from '#shared/money.ts'
import { verificationSchema } from '#shared/receipt.ts'
import { testDatabase } from '#test/database.ts'
import { mailsTo } from '#test/mails.ts'
import { openMoneyApp, type MoneyApp } from '#test/money-app.ts'
import { paidGift, pledgedGift } from '#test/paid-donation.ts'
import { pdfText } from '#test/pdf-text.ts'
import { ada, as, bola, createPerson, visitor, type Person } from '#test/people.ts'

import { sql } from '../database/sql.ts'
import { generateSigningKey } from '../runtime/signing-key.ts'

/** Others that go by this name cannot check what is not hashed before. */
const hasOpenssl = /^OpenSSL [3-9]/.test(String(spawnSync('openssl', ['version']).stdout))

const { database, owner, empty } = await testDatabase()
let at: MoneyApp
let donor: Person
let stranger: Person

beforeEach(async () => {
  await empty()
  at = await openMoneyApp({ database, owner })
  stranger = await createPerson(database, ada)
  donor = await createPerson(database, bola)
})

const get = (path: string, who: typeof visitor | Person = visitor) => as(at.app, who)(path)
const resend = (receipt: string, who: typeof visitor | Person = visitor) =>
  as(at.app, who)(`/api/donations/${receipt}/receipt-mail`, { method: 'POST', body: {} })
const mails = () => mailsTo(owner, at.tasks, 'donor@example.com')

async function documentOf(receipt: string) {
  const shown = donationDetailsSchema.parse(await (await get(`/api/donations/${receipt}`)).json())
  if (!shown.receipt) throw new Error('no receipt was issued')
  return shown.receipt
}
async function verified(code: string) {
  return verificationSchema.parse(await (await get(`/api/verify/${code}`)).json())
}
async function sendBack(reference: string, amount: number) {
  at.provider.refundMade(reference, { amount: kobo(amount), status: 'processed' })
  at.pass(1)
  await at.ledger.verifyRefunds(reference, 'webhook')
}

async function waitingAtLocks() {
  const found = await owner.row(
    z.object({ count: z.int() }),
    sql`select count(*)::integer as count from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return found?.count
}

describe('the receipt of a gift', () => {
  it('is mailed once to the guest, whoever brings the news and however often', async () => {
    const { reference, receipt } = await paidGift(at)
    await at.ledger.verifyPayment(reference, 'return')
    await at.runTask('sweep-receipts')

    const [mail, ...others] = await mails()
    await at.runTask('sweep-receipts')
    expect([mail?.subject, others]).toEqual(['Thank you: your gift of ₦5,000.00 has arrived', []])
    const { number, code } = await documentOf(receipt)
    expect(mail?.text).toContain(`Receipt ${number}, given on 1 May 2026 at 11:00 (Lagos).`)
    expect(mail?.text).toContain(`https://ajo.example/donations/${receipt}\n`)
    expect(mail?.text).toContain(`https://ajo.example/verify/${code}\n`)
    expect(await mails()).toHaveLength(1)
  })

  it('is mailed within a minute where the process died after booking the money', async () => {
    await paidGift(at)
    await owner.run(sql`delete from graphile_worker._private_jobs`)
    expect(await mails()).toEqual([])

    await at.runTask('sweep-receipts')
    expect(await mails()).toHaveLength(1)
  })

  it('is mailed by nobody where the gift is sample data', async () => {
    await paidGift({ ...at, ledger: (await at.openAnother({ notifies: false })).ledger })
    await owner.run(sql`delete from graphile_worker._private_jobs`)
    await at.runTask('sweep-receipts')
    expect(await mails()).toEqual([])
  })

  it('does not exist before the money does', async () => {
    const { receipt } = await pledgedGift(at)
    const shown = donationDetailsSchema.parse(await (await get(`/api/donations/${receipt}`)).json())
    expect(shown.receipt).toBeUndefined()
    expect((await get(`/api/donations/${receipt}/receipt.pdf`)).status).toBe(404)
    expect((await resend(receipt)).status).toBe(404)
  })

  it('is issued once to two who had to wait for the same gift', async () => {
    const { receipt } = await paidGift(at)
    const { asked } = await owner.transaction(async (queries) => {
      await queries.run(sql`select from donation for update`)
      const both = Promise.all([documentOf(receipt), documentOf(receipt)])
      await expect.poll(waitingAtLocks).toBe(2)
      return { asked: both }
    })
    const [one, other] = await asked
    expect(one).toEqual(other)
  })

  it('keeps its number, its code and its signature whoever asks first and how many at once', async () => {
    const { receipt, reference } = await paidGift(at)
    const ask = () => documentOf(receipt)
    const [asked] = await Promise.all([
      Promise.all(Array.from({ length: 8 }, ask)),
      at.receipts.sendReceipt(reference),
    ])
    expect(new Set(asked.map((document) => JSON.stringify(document))).size).toBe(1)
    expect(asked[0]?.number).toMatch(/^2026-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(
      await owner.rows(z.object({ number: z.string() }), sql`select number from receipt_number`),
    ).toHaveLength(1)
  })

  it('is found by its code alone, or by the reference for the donor who was logged in', async () => {
    const { reference, receipt } = await paidGift(at, { donor })
    for (const path of ['', '/receipt.pdf']) {
      expect((await get(`/api/donations/${receipt}${path}`)).status).toBe(200)
      expect((await get(`/api/donations/${reference}${path}`, donor)).status).toBe(200)
      expect((await get(`/api/donations/${reference}${path}`, stranger)).status).toBe(404)
      expect((await get(`/api/donations/${reference}${path}`)).status).toBe(404)
    }
  })
})

describe('GET /api/donations/:id/receipt.pdf', () => {
  it('says number, sum, campaign and donor, in letters of its own, and is the same each time', async () => {
    const gift = { name: 'Adébáyọ̀ Ọ̀ṣun', title: 'Ilé ìwé wa – ₦ for books' }
    const { receipt } = await paidGift(at, gift)
    const { number, code } = await documentOf(receipt)

    const answer = await get(`/api/donations/${receipt}/receipt.pdf`)
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-disposition')).toContain(`ajo-receipt-${number}.pdf`)
    const pdf = Buffer.from(await answer.arrayBuffer())
    const text = pdfText(pdf)
    for (const said of [number, '₦5,000.00', code, 'Test payment: no real money moved.'])
      expect(text).toContain(said)
    expect(text.normalize('NFC')).toContain(gift.name.normalize('NFC'))
    expect(text.normalize('NFC')).toContain(gift.title.normalize('NFC'))
    expect(text).not.toContain('donor@example.com')

    const again = Buffer.from(
      await (await get(`/api/donations/${receipt}/receipt.pdf`)).arrayBuffer(),
    )
    expect(again.equals(pdf)).toBe(true)
    const raw = pdf.toString('latin1')
    for (const promise of [
      '/Lang (en-NG)',
      '/MarkInfo',
      '/StructTreeRoot',
      '/DisplayDocTitle true',
    ])
      expect(raw).toContain(promise)
    expect(raw.match(/\/FontFile2 /g)).toHaveLength(2)
  })

  it('says what was sent back since', async () => {
    const { receipt, reference } = await paidGift(at)
    await sendBack(reference, 5_000_00)
    const answer = await get(`/api/donations/${receipt}/receipt.pdf`)
    expect(pdfText(Buffer.from(await answer.arrayBuffer()))).toContain('was sent back')
  })
})

describe('POST /api/donations/:id/receipt-mail', () => {
  it('goes to the address that the donor gave, three times a day', async () => {
    const { receipt } = await paidGift(at)
    const statuses: number[] = []
    for (let time = 1; time <= 5; time++) statuses.push((await resend(receipt)).status)
    expect(statuses).toEqual([204, 204, 204, 429, 429])
    // The first one, which came by itself, is not counted.
    expect(await mails()).toHaveLength(4)

    at.pass(86_400_000)
    expect((await resend(receipt)).status).toBe(204)
  })

  it('is nothing for whoever does not hold the code, or has left', async () => {
    const { receipt, reference } = await paidGift(at, { donor })
    expect((await resend(reference, stranger)).status).toBe(404)
    await owner.run(
      sql`update donation set donor_email_sealed = ${at.sealing.seal('donor-email', '')}`,
    )
    expect((await resend(receipt)).status).toBe(404)
    expect(await mails()).toEqual([])
  })
})

describe('GET /api/verify/:id', () => {
  it('says that a receipt is genuine, and no more than what stands on it', async () => {
    const { receipt } = await paidGift(at, { name: 'Ngozi Eze', donor })
    const { number, code } = await documentOf(receipt)
    const answer = await (await get(`/api/verify/${code}`)).text()

    expect(JSON.parse(answer)).toMatchObject({
      standing: 'valid',
      number,
      amount: 5_000_00,
      returned: 0,
      givenAt: '2026-05-01T10:00:00.000Z',
      mode: 'sandbox',
      campaign: { title: 'A well for Ife' },
    })
    for (const secret of ['Ngozi', 'donor@example.com', receipt, donor.uid])
      expect(answer).not.toContain(secret)
  })

  it('takes a code as people type it', async () => {
    const { code } = await documentOf((await paidGift(at)).receipt)
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
    expect((await verified(encodeURIComponent(typed))).code).toBe(code)
  })

  it.each(['AAAAA-AAAAA-AAAAA-AAAAA', 'nonsense', '%00', 'U'.repeat(20)])(
    'knows no receipt by %s',
    async (code) => expect((await get(`/api/verify/${code}`)).status).toBe(404),
  )

  it('says what became of the gift since', async () => {
    const { receipt, reference } = await paidGift(at)
    const { code } = await documentOf(receipt)
    await sendBack(reference, 1_000_00)
    expect(await verified(code)).toMatchObject({ standing: 'partly-refunded', returned: 1_000_00 })
    await sendBack(reference, 4_000_00)
    expect(await verified(code)).toMatchObject({ standing: 'refunded', returned: 5_000_00 })
  })

  it('warns where what we keep is not what was signed', async () => {
    const { code } = await documentOf((await paidGift(at)).receipt)
    await owner.run(sql`update donation set campaign_title = 'A yacht for me'`)
    expect((await verified(code)).standing).toBe('broken')
  })

  it('holds when the key has changed, with every public key published', async () => {
    const { code } = await documentOf((await paidGift(at)).receipt)
    const { receipts: later, signing } = await at.openAnother({
      env: { RECEIPT_KEY: generateSigningKey() },
    })
    expect(await later.verifyReceipt(code)).toMatchObject({ standing: 'valid' })
    expect((await later.listKeys()).map(({ keyId }) => keyId)).toEqual([
      signing.keyId,
      at.signing.keyId,
    ])
  })

  it.runIf(hasOpenssl)(
    'lets anybody check the signature with openssl and three files',
    async () => {
      const { code } = await documentOf((await paidGift(at)).receipt)
      const { signed } = await verified(code)
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
  it('publishes the key that signs before it has signed anything', async () => {
    const { keys } = (await (await get('/.well-known/ajo-receipt-keys')).json()) as {
      keys: object[]
    }
    const { keyId: kid } = at.signing
    expect(keys).toMatchObject([{ kid, kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' }])
    expect((await get('/.well-known/ajo-receipt-keys/0000000000000000.pem')).status).toBe(404)
  })
})
