import { layoutText } from '../text/layout.ts'
import { siteText } from '../text/site.ts'
import { Skeleton } from '../ui/states.tsx'
import { NoScriptNote } from './dashboard-layout.tsx'

/** The app shell that the server sends for dashboard pages: placeholders in the shape of the layout. */
export function DashboardShell() {
  const { frame } = siteText
  const { pageTitle } = layoutText
  return (
    <div className="grid min-h-dvh md:grid-cols-[264px_1fr] lg:grid-cols-[300px_1fr]">
      <title>{pageTitle({ title: frame.title })}</title>
      <meta name="robots" content="noindex" />
      <div className="border-r border-line bg-card narrow:hidden" />
      <div className="min-w-0">
        <div className="min-h-16 border-b border-line" />
        <main className="wrap space-y-6 py-8">
          <NoScriptNote />
          <p className="sr-only">{frame.loading}</p>
          <div aria-hidden="true" className="space-y-6 noscript:hidden">
            <Skeleton className="h-9 w-56" />
            <div className="grid gap-4 sm:grid-cols-3">
              <Skeleton className="h-28" />
              <Skeleton className="h-28" />
              <Skeleton className="h-28" />
            </div>
            <Skeleton className="h-64" />
          </div>
        </main>
      </div>
    </div>
  )
}
