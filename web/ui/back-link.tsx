import { ArrowLeft } from 'lucide-react'

import { Link } from '#web/router/link.tsx'

/** Leads from a page to the one that it belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className="link inline-flex min-h-11 items-center gap-1.5 text-sm">
      <ArrowLeft size={16} aria-hidden="true" />
      {children}
    </Link>
  )
}
