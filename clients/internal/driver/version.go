package driver

import "runtime/debug"

// ModuleVersion returns the version of a module in this program.
func ModuleVersion(path string) string {
	if info, known := debug.ReadBuildInfo(); known {
		for _, module := range info.Deps {
			if module.Path == path {
				return module.Version
			}
		}
	}
	return "unknown"
}
