/**
 * The pinned AWS SDK works on every version of Node that this service promises. Its warning at the
 * first use on Node 20 concerns later versions of the SDK, which an operator cannot influence.
 */
export function silenceLibraries(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
}
