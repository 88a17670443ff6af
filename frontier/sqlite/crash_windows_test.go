package sqlite_test

func prepareChild(string) error { return nil }
