// zstd's working memory. Making it costs more than using it, so each thread keeps one
// of each kind. Whoever uses one sets the parameters that it needs, each time.
#pragma once

#include <zstd.h>

namespace modebox {

/// Of this thread, until it ends.
ZSTD_CCtx* zstd_compressor();
ZSTD_DCtx* zstd_decompressor();

}  // namespace modebox
