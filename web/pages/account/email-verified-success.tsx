import { CircleCheck } from 'lucide-react'

import { AuthLayout } from '#web/layouts/auth-layout.tsx'
import { paths } from '#web/navigation/paths.ts'
import { authText as text } from '#web/text/auth.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Link } from '#web/router/navigate.tsx'

export function Component() {
  return (
    <AuthLayout title={text.verified.title}>
      <div className="space-y-7">
        <p className="flex gap-3 rounded-card bg-success-soft p-4">
          <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
          {text.verified.text}
        </p>
        <Link to={paths.login} className={`${buttonClass()} w-full`}>
          {text.logIn}
        </Link>
      </div>
    </AuthLayout>
  )
}
