import { Hono, type Context } from 'hono'

import { companyReceiptSchema, type CompanyReceipt } from '#shared/company-receipt.ts'

import type { Donations } from '../money/donations/donations.ts'
import { parseInput, Refused, type Env } from '../platform/http/context.ts'
import { readForm } from '../platform/http/request-body.ts'
import { gate, noSubject } from '../platform/http/gate.ts'
import { getLanguage } from '../platform/http/language.ts'
import * as may from '../platform/policy/rules.ts'
import { formatVerificationCode } from '../money/receipts/receipt-number.ts'
import { receiptPdf } from '../money/receipts/receipt-pdf.ts'
import { toPublicKeyFormats } from '../money/receipts/signing.ts'
import type { Services } from '../services.ts'

type FoundDonation = NonNullable<Awaited<ReturnType<Donations['findDonation']>>>
type DonationContext = Context<{ Variables: Env['Variables'] & { subject: FoundDonation } }>

/** /api/donations/:id, where the id is the access code or, for the donor who was logged in, the payment reference. */
export function receiptRoutes({ donations, monthlyDonations, receipts, config }: Services) {
  const find = (id: string) => donations.findDonation(id)
  const sendPdf = async (c: DonationContext, company?: CompanyReceipt) => {
    const issued = await receipts.findReceipt(c.var.subject)
    if (!issued) throw new Refused('not-found')
    const { number, code, subject } = issued.facts
    // Receipts of version 1 do not name what the leaf is about.
    const proof = subject === undefined ? undefined : await receipts.findProof(c.var.subject)
    const path = `/verify/${formatVerificationCode(code)}`
    const pdf = receiptPdf({
      receipt: issued,
      issuer: config.controller,
      verificationUrl: new URL(path, config.publicUrl).href,
      language: getLanguage(c),
      proof,
      company,
    })
    c.header('content-disposition', `attachment; filename="ajo-receipt-${number}.pdf"`)
    return c.body(await pdfBody(pdf), 200, pdfHeaders)
  }
  return new Hono<Env>()
    .get('/:id', gate(may.readReceipt, find), async (c) => {
      const details = await donations.refreshDonation(c.var.subject)
      const [monthly] = await monthlyDonations.listOf(c.var.subject)
      const donation = { ...details, monthly }
      const issued = await receipts.findReceipt(c.var.subject)
      if (!issued) return c.json(donation)
      const { number, code } = issued.facts
      return c.json({ ...donation, receipt: { number, code: formatVerificationCode(code) } })
    })
    .get('/:id/receipt.pdf', gate(may.downloadReceipt, find), async (c) => sendPdf(c))
    .post('/:id/receipt.pdf', gate(may.downloadReceipt, find), async (c) => {
      const form = Object.fromEntries(await readForm(c))
      return sendPdf(c, parseInput(companyReceiptSchema, form))
    })
    .post('/:id/receipt-mail', gate(may.resendReceipt, find), async (c) => {
      const outcome = await receipts.resendReceipt(c.var.subject)
      if (outcome === 'missing') throw new Refused('not-found')
      if (outcome === 'too-often') throw new Refused('too-many-requests')
      return c.body(null, 204)
    })
}

/** A PDF holds personal data and reflects the present state, so no cache may store it. */
export const pdfHeaders = { 'content-type': 'application/pdf', 'cache-control': 'no-store' }

export async function pdfBody(pdf: Promise<Buffer>): Promise<ArrayBuffer> {
  return new Uint8Array(await pdf).buffer
}

/** /api/verify/:id, where the id is the verification code: the receipt's facts, and what was signed, byte for byte. */
export function verifyRoutes({ receipts }: Services) {
  const verified = gate(may.verifyReceipt, (code) => receipts.verifyReceipt(code))
  return new Hono<Env>()
    .get('/:id', verified, (c) => c.json(c.var.subject))
    .get('/:id/receipt.tlog-proof', verified, (c) => {
      const { logged } = c.var.subject
      if (!logged) throw new Refused('not-found')
      return c.text(logged.proof)
    })
    .get('/:id/receipt.txt', verified, (c) => c.text(c.var.subject.signed.text))
    .get('/:id/receipt.sig', verified, (c) =>
      c.body(Buffer.from(c.var.subject.signed.signature, 'base64'), 200, {
        'content-type': 'application/octet-stream',
      }),
    )
}

/** /.well-known/ajo-receipt-keys: every public key that has signed receipts, as a JSON Web Key Set and as PEM files. */
export function receiptKeyRoutes({ receipts }: Services) {
  return new Hono<Env>()
    .get('/ajo-receipt-keys', gate(may.readReceiptKeys, noSubject), async (c) => {
      const keys = await receipts.listKeys()
      const common = { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: 'EdDSA' }
      return c.json({
        keys: keys.map(({ keyId, publicKey }) => ({
          kid: keyId,
          ...common,
          x: toPublicKeyFormats(publicKey).x,
        })),
      })
    })
    .get('/ajo-receipt-keys/:id', gate(may.readReceiptKeys, noSubject), async (c) => {
      const keys = await receipts.listKeys()
      const key = keys.find(({ keyId }) => `${keyId}.pem` === c.req.param('id'))
      if (!key) throw new Refused('not-found')
      return c.text(toPublicKeyFormats(key.publicKey).pem, 200, {
        'content-type': 'application/x-pem-file',
      })
    })
}
