import type { ReactNode } from 'react'

import { paths } from '#web/navigation/paths.ts'
import { authText } from '#web/text/auth.ts'
import { Link } from '#web/router/link.tsx'

type Props = { lead?: string; to: string; children: ReactNode }

/** A link below a form to an alternative, such as signing up. */
export function FormLink({ lead, to, children }: Props) {
  return (
    <p className="mt-6 text-center">
      {lead !== undefined && `${lead} `}
      <Link to={to} className="link">
        {children}
      </Link>
    </p>
  )
}

export function ForgotPassword() {
  return (
    <p className="text-right text-sm">
      <Link to={paths.forgotPassword} className="link">
        {authText.forgotPassword}
      </Link>
    </p>
  )
}
