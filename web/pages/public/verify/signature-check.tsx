import type { Verification } from '#shared/receipt.ts'

import { receiptText } from '../../../text/receipt.ts'

/** Verifies the signature without Ajo: three files and one command. */
export function SignatureCheck({ verification: { code, signed } }: { verification: Verification }) {
  const { verify: text } = receiptText
  const key = `${signed.keyId}.pem`
  const files = [
    { name: text.files.text, href: `/api/verify/${code}/receipt.txt`, file: 'receipt.txt' },
    { name: text.files.signature, href: `/api/verify/${code}/receipt.sig`, file: 'receipt.sig' },
    { name: text.files.key, href: `/.well-known/ajo-receipt-keys/${key}`, file: key },
  ]
  return (
    <details className="mt-6 text-sm">
      <summary className="link cursor-pointer py-2">{text.yourself}</summary>
      <p className="mt-2">{text.yourselfIntro}</p>
      <ul className="mt-3 space-y-1">
        {files.map(({ name, href, file }) => (
          <li key={file}>
            <a href={href} download={file} className="link inline-block py-1">
              {name} ({file})
            </a>
          </li>
        ))}
      </ul>
      <pre
        // Focusable, so that the keyboard can scroll it on a narrow screen.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="mt-3 overflow-x-auto rounded-card border border-line p-3 text-xs"
      >
        {`openssl pkeyutl -verify -pubin -inkey ${key} -rawin -in receipt.txt -sigfile receipt.sig`}
      </pre>
    </details>
  )
}
