/** True for http(s), mailto and tel links (RULE-27). */
export function isExternalAddress(address: string): boolean {
  return /^(?:https?:|mailto:|tel:)/i.test(address.trim());
}

/** Accepts http, https and ftp addresses with a host (RULE-24). */
export function isUrl(address: string): boolean {
  return /^(?:https?|ftp):\/\/(?:[^\s/?#@:]+(?::[^\s/?#@]*)?@)?(?:\[[0-9a-f:.]+\]|[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.?)(?::\d{1,5})?(?:[/?#]\S*)?$/iu.test(
    address,
  );
}
