/**
 * The pinned AWS SDK works on every version of Node that the service promises. The SDK's warning at
 * the first use on Node 20 concerns later versions of the SDK, and an operator cannot influence the
 * pinned version.
 */
export function silenceLibraries(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
}
