import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'
import type { Translation } from '#shared/translation.ts'

import type { receiptText as english } from '../en/receipt.ts'

export const receiptText: Translation<typeof english> = {
  inLagos: (time) => `${time} (Lagos time)`,

  mail: {
    subject: (sum) => `Your receipt for ${sum} donation`,
    lead: (sum, title) => `Thank you! Your ${sum} donation to "${title}" don enter.`,
    receipt: (number, time) => `Receipt ${number}, ${time}.`,
    test: 'Na test payment. No real money move.',
    view: 'See your receipt or download am as PDF',
    keepPrivate: `No share this link: anybody wey get am fit see your donation and request refund within ${formatDuration(terms.donorRefund)}.`,
    share: 'To show say the receipt na real one, share this link instead:',
    verify: 'Verify this receipt',
    confirmHint:
      'You ask for updates and thank-yous from the organiser. We dey send dem only to addresses wey don confirm. If no be you ask for dem, no mind this link.',
    confirm: 'Confirm my email address',
    proofFollows:
      'The proof from our public log never dey on the receipt. Download the receipt after some minutes to get am with the proof.',
  },

  transferClaim: {
    subject: 'Collect the receipt of your transfer',
    lead: (sum, title) =>
      `Person put this address for transfer of ${sum} to "${title}". If na you, use this link make the donation and the receipt become your own.`,
    open: 'Collect my receipt',
    expiry: `The link go work for ${formatDuration(terms.guestLink)}. If no be you ask for am, no mind this email.`,
  },

  pdf: {
    title: (number) => `Receipt ${number}`,
    heading: 'Donation receipt',
    test: 'Na test payment: no real money move.',
    refundedInFull: 'We don refund this donation. The receipt no dey valid again.',
    number: 'Receipt number',
    date: 'Date',
    campaign: 'Campaign',
    donor: 'Donor',
    company: 'Company of the donor',
    tin: 'Company TIN',
    companyStated:
      'Na the donor give the company and the Tax Identification Number (TIN). Ajo never check dem, and the signature no cover dem.',
    issuer: 'Na dem give am',
    address: 'Address',
    registration: 'Data protection registration',
    amount: 'Amount',
    words: 'Amount in words',
    channel: 'How dem pay am',
    channels: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      ussd: 'USSD',
      bank: 'Bank account',
      dedicated_nuban: 'Transfer to the campaign account number',
    },
    fee: 'Payment fee wey dem collect',
    qrCode: 'QR code with the address wey you go use verify this receipt',
    refunded: 'Refunded',
    verify: 'Verify this receipt here:',
    code: (code) => `Code: ${code}`,
    signed: (keyId, signature) => `E get signature with key ${keyId} (Ed25519): ${signature}`,
    proofFollows:
      'This donation never enter the transparency log. Download the receipt again after some minutes to get am with the proof.',
    proofHeading: 'Proof wey dey the transparency log',
    proof:
      'The lines below show say this donation dey inside Ajo public log. Na program dey read dem; docs/transparency-log.md explain how. The file wey dey inside this PDF get the same proof.',
  },

  statement: {
    title: (year) => `Donations for ${year}`,
    test: 'Na test payments: no real money move.',
    donor: (donor) => `Donor: ${donor}`,
    columns: {
      date: 'Date',
      receipt: 'Receipt',
      campaign: 'Campaign',
      donated: 'Donated',
      refunded: 'Refunded',
    },
    total: 'Total',
    sums: (donated, refunded, net) =>
      `Donated: ${donated}. Refunded: ${refunded}. Total wey remain: ${net}.`,
    created: (time) =>
      `We make this statement on ${time}. Each donation get im own receipt wey anybody fit verify.`,
  },
}
