import { Download, Mail, Printer, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'

import type { Receipt } from '#shared/donation.ts'

import { verifyPath } from '../../paths.ts'
import { donationText } from '../../text/donation.ts'
import { receiptText } from '../../text/receipt.ts'
import { Button, buttonClass } from '../../ui/button.tsx'

type Props = { receipt: Receipt; isSent: boolean; refusal: string | null | undefined }

/** What a donor can do with the receipt of a gift that arrived. Works without script. */
export function ReceiptPapers({ receipt, isSent, refusal }: Props) {
  const text = receiptText
  const { document } = receipt
  if (!document) return null
  return (
    <div className="mt-6 grid gap-3 print:hidden">
      <a
        href={`/api/donations/${encodeURIComponent(receipt.receipt)}/receipt.pdf`}
        download
        className={`${buttonClass()} max-sm:px-2`}
      >
        <Download size={18} aria-hidden="true" />
        {text.pdf}
      </a>
      <form method="post" className="grid">
        <Button type="submit" variant="quiet" className="max-sm:px-2">
          <Mail size={18} aria-hidden="true" />
          {text.resend}
        </Button>
      </form>
      <Button variant="quiet" onClick={() => print()} className="noscript:hidden">
        <Printer size={18} aria-hidden="true" />
        {donationText.receipt.print}
      </Button>
      {isSent && <output className="block text-center text-sm font-semibold">{text.sent}</output>}
      {refusal && (
        <p role="alert" className="text-center text-sm font-medium text-danger">
          {refusal}
        </p>
      )}
      <p className="text-center text-sm text-muted">
        <Link to={verifyPath(document.code)} className="link inline-flex items-center gap-1.5 py-2">
          <ShieldCheck size={16} aria-hidden="true" />
          {text.check}
        </Link>
        <br />
        {text.checkHint}
      </p>
    </div>
  )
}
