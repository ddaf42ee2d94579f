import { formatDuration } from '#shared/duration.ts'
import { terms } from '#shared/terms.ts'

/** The receipt and the yearly statement, as mails and PDFs. Amounts, names and codes are the same in every language. */
export const receiptText = {
  inLagos: (time: string) => `${time} (Lagos)`,

  mail: {
    subject: (sum: string) => `Your ${sum} donation receipt`,
    lead: (sum: string, title: string) =>
      `Thank you! Your ${sum} donation to "${title}" went through.`,
    receipt: (number: string, time: string) => `Receipt ${number}, ${time}.`,
    test: 'This was a test payment. No real money was moved.',
    view: 'View your receipt or download it as a PDF',
    keepPrivate: `Keep this link private: anyone with it can see your donation and request a refund within ${formatDuration(terms.donorRefund)}.`,
    share: 'To prove the receipt is genuine, share this link instead:',
    verify: 'Verify this receipt',
    confirmHint:
      'You asked for updates and thank-yous from the organiser. We send them only to confirmed addresses. If you did not ask for them, ignore this link.',
    confirm: 'Confirm my email address',
    proofFollows:
      'The proof from our public log is not on the receipt yet. Download the receipt in a few minutes to get it with the proof.',
  },

  transferClaim: {
    subject: 'Get the receipt of your transfer',
    lead: (sum: string, title: string) =>
      `Someone entered this address for a transfer of ${sum} to "${title}". If it was you, the donation and its receipt become yours with this link.`,
    open: 'Get my receipt',
    expiry: `The link works for ${formatDuration(terms.guestLink)}. If you did not ask for it, ignore this email.`,
  },

  pdf: {
    title: (number: string) => `Receipt ${number}`,
    heading: 'Donation receipt',
    test: 'Test payment: no real money was moved.',
    refundedInFull: 'This donation was refunded. The receipt is no longer valid.',
    number: 'Receipt number',
    date: 'Date',
    campaign: 'Campaign',
    donor: 'Donor',
    company: 'Company of the donor',
    tin: 'Company TIN',
    companyStated:
      'The donor stated the company and its Tax Identification Number (TIN). Ajo has not checked them, and the signature does not cover them.',
    issuer: 'Issued by',
    address: 'Address',
    registration: 'Data protection registration',
    amount: 'Amount',
    words: 'Amount in words',
    channel: 'Paid by',
    channels: {
      card: 'Card',
      bank_transfer: 'Bank transfer',
      ussd: 'USSD',
      bank: 'Bank account',
      dedicated_nuban: 'Transfer to the campaign’s account number',
    },
    fee: 'Payment fee taken',
    qrCode: 'QR code with the address that verifies this receipt',
    refunded: 'Refunded',
    verify: 'Verify this receipt at:',
    code: (code: string) => `Code: ${code}`,
    signed: (keyId: string, signature: string) =>
      `Signed with key ${keyId} (Ed25519): ${signature}`,
    proofFollows:
      'This donation is not in the transparency log yet. Download the receipt again in a few minutes to get it with the proof.',
    proofHeading: 'Proof from the transparency log',
    proof:
      'The lines below prove that Ajo’s public log contains this donation. Programs read them; docs/transparency-log.md explains how. The file attached to this PDF holds the same proof.',
  },

  statement: {
    title: (year: number) => `Donations in ${year}`,
    test: 'Test payments: no real money was moved.',
    donor: (donor: string) => `Donor: ${donor}`,
    columns: {
      date: 'Date',
      receipt: 'Receipt',
      campaign: 'Campaign',
      donated: 'Donated',
      refunded: 'Refunded',
    },
    total: 'Total',
    sums: (donated: string, refunded: string, net: string) =>
      `${donated} donated, ${refunded} refunded: ${net} in total.`,
    created: (time: string) =>
      `Created on ${time}. Each donation has its own receipt that anyone can verify.`,
  },
}
