/** What the server sends for a dashboard address: the shape of what the script is about to show. */
export function DashboardFrame() {
  return <div className="grid min-h-dvh md:grid-cols-[264px_1fr] lg:grid-cols-[300px_1fr]" />
}
