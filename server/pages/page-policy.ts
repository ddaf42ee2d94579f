/**
 * The content security policy of documents. Chromium applies form-action to where a form's answer redirects to, so a form that works
 * without script may lead to the checkout's origin as well.
 */
export function pagePolicy({
  site,
  checkoutOrigin,
}: {
  site: { origin: string }
  checkoutOrigin: string
}): string {
  const checkout = checkoutOrigin === site.origin ? '' : ` ${checkoutOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action 'self'${checkout}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    "manifest-src 'self'",
  ].join('; ')
}
