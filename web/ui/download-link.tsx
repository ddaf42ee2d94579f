import { Download } from 'lucide-react'
import type { ReactNode } from 'react'

export function DownloadLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} download className="link tap gap-1.5">
      <Download size={18} aria-hidden="true" />
      {children}
    </a>
  )
}
