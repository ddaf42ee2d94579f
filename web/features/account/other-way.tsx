import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { paths } from '#web/paths.ts'
import { authText } from '#web/text/auth.ts'

type Props = { lead?: string; to: string; children: ReactNode }

/** Below a form: where else somebody may have wanted to go. */
export function OtherWay({ lead, to, children }: Props) {
  return (
    <p className="mt-6 text-center">
      {lead !== undefined && `${lead} `}
      <Link to={to} className="link">
        {children}
      </Link>
    </p>
  )
}

/** Below a password. */
export function ForgotPassword() {
  return (
    <p className="text-right text-sm">
      <Link to={paths.forgotPassword} className="link">
        {authText.forgotPassword}
      </Link>
    </p>
  )
}
