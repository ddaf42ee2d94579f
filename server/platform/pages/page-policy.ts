/**
 * The content security policy of documents. Chromium applies `form-action` to redirects as well, so it includes the origin
 * of the checkout for the donation form without script. `styleHash` allows the one style element of the document.
 */
export function pagePolicy(
  { site, checkoutOrigin }: { site: { origin: string }; checkoutOrigin: string },
  styleHash?: string,
): string {
  const checkout = checkoutOrigin === site.origin ? '' : ` ${checkoutOrigin}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styleHash === undefined ? '' : ` '${styleHash}'`}`,
    "img-src 'self' blob:",
    "connect-src 'self'",
    "font-src 'self'",
    `form-action 'self'${checkout}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The one policy names the service worker: web/pages/parts/donation/offline.tsx.
    'trusted-types worker',
    "worker-src 'self'",
    "manifest-src 'self'",
  ].join('; ')
}
